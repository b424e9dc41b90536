import { expect, it } from 'vitest';
import type { TeacherCard } from '../schema';
import { withStyleFirst } from '../search/search-results';

const card = (...styles: string[]) => ({ id: styles.join(), styles }) as TeacherCard;

it('puts the searched style first, however it is spelled', () => {
  const [marina] = withStyleFirst([card('Bolero', 'Forró', 'Soltinho', 'Zouk')], 'zouk');
  expect(marina?.styles).toEqual(['Zouk', 'Bolero', 'Forró', 'Soltinho']);
});

it('returns the same cards when the style is first already, missing or not searched for', () => {
  const cards = [card('Forró', 'Zouk'), card('Samba')];
  expect(withStyleFirst(cards, 'Forró')[0]).toBe(cards[0]);
  expect(withStyleFirst(cards, 'Forró')[1]).toBe(cards[1]);
  expect(withStyleFirst(cards, '')).toBe(cards);
});
