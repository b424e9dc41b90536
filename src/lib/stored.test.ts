import { afterEach, expect, test, vi } from 'vitest';
import { fieldsOf, isText, stored } from './stored';

interface Sample {
  text: string;
}

const guard = (value: unknown): Sample | null => {
  const { text } = fieldsOf(value);
  return isText(text) ? { text } : null;
};

afterEach(() => vi.useRealTimers());

test.each([{}, { version: 2 }, { lifetime: 1000 }, { version: 2, lifetime: 1000 }])(
  'what is written with %o is read back',
  (options) => {
    const kept = stored('danceflix_sample', guard, options);
    expect(kept.write({ text: 'samba' })).toBe(true);
    expect(kept.read()).toEqual({ text: 'samba' });
    kept.write(null);
    expect(kept.read()).toBeNull();
  },
);

test('the version is the one of the store, whatever the value says', () => {
  const kept = stored('danceflix_sample', guard, { version: 2 });
  kept.write({ text: 'samba', version: 7 } as Sample);
  expect(kept.read()).toEqual({ text: 'samba' });
});

test('a value of another version or past its lifetime counts as none', () => {
  vi.useFakeTimers();
  stored('danceflix_sample', guard, { version: 1, lifetime: 1000 }).write({ text: 'samba' });
  const kept = stored('danceflix_sample', guard, { version: 2, lifetime: 1000 });
  expect(kept.read()).toBeNull();
  kept.write({ text: 'samba' });
  vi.advanceTimersByTime(1001);
  expect(kept.read()).toBeNull();
});
