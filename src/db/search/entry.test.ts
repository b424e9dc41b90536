import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clipBio } from './entry';

/** A plain, slow implementation to compare with. */
function clippedPlainly(bio: string): string {
  const line = bio.replace(/\s+/g, ' ').trim();
  return line.length <= 120 ? line : `${line.slice(0, 120).replace(/\s\S*$/, '')}…`;
}

test('a biography is clipped to one line between words, whatever kinds of spaces it has', () => {
  const word = fc.string({ minLength: 1, maxLength: 60 });
  const space = fc.constantFrom(' ', ' ', ' ', '  ', '\n', '\t', '\u00a0', '\u1203', ' \r\n ');
  const bio = fc.array(fc.tuple(word, space), { maxLength: 40 }).map((parts) => parts.flat().join(''));
  fc.assert(
    fc.property(bio, (text) => {
      expect(clipBio(text)).toBe(clippedPlainly(text));
    }),
  );
  expect(clipBio('a'.repeat(300))).toBe(`${'a'.repeat(120)}…`);
});
