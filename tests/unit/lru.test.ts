import { expect, test } from 'vitest';
import { Lru } from '../../supabase/embedded/lru';

test('the most recently used entries stay, up to the limit', () => {
  const kept = new Lru<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect([kept.get('a'), kept.get('b'), kept.get('c'), kept.size]).toEqual([1, undefined, 3, 2]);
  kept.delete('a');
  expect(kept.get('a')).toBeUndefined();
});
