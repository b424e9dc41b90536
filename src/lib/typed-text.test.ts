import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldEmail, foldName, hasOnlyLetters, isBlank, textError } from './typed-text';

const NOTHING = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\ufe0f'];
const BLANKS = [' ', '\u00a0', '\u2003', '\u202f', '\u3000'];
const TURNS = [
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u061c',
  '\u0007',
  '\u0000',
  '\u007f',
];

const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{1,8}$/);

it('a name is the same with any kind of blanks and invisible characters', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom(...NOTHING, ''), { minLength: 4, maxLength: 4 }),
      fc.array(fc.constantFrom(...BLANKS), { minLength: 1, maxLength: 3 }),
      (words, nothing, blanks) => {
        const written = words.map((one, place) => `${nothing[place] ?? ''}${one}`).join(blanks.join(''));
        expect(foldName(written)).toBe(words.join(' '));
        expect(hasOnlyLetters(foldName(written))).toBe(true);
      },
    ),
  );
});

it('an address keeps its visible characters, and folding it again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...NOTHING, ...TURNS, ''), { minLength: 16, maxLength: 16 }),
      fc.constantFrom('', 'mailto:', 'Mailto:'),
      (between, prefix) => {
        const seen = 'ze@example.test';
        const written = `${prefix}${Array.from(seen, (one, place) => `${between[place] ?? ''}${one}`).join('')}`;
        expect(foldEmail(written)).toBe(seen);
        expect(foldEmail(foldEmail(written))).toBe(seen);
      },
    ),
  );
});

it('a text with a control or direction character is refused, one with tabs, lines and emoji is not', () => {
  for (const one of TURNS) expect(textError(`Oi${one}`)).toMatch(/invisíveis/);
  for (const text of ['Oi,\n\tvamos dançar? 👩‍🦽💃', 'água\u00a0viva', 'עברית', '日本'])
    expect(textError(text)).toBeNull();
});

it('a text without visible characters is blank', () => {
  expect(isBlank('\u3164\u200b \u00a0\u2800')).toBe(true);
  expect(isBlank('a')).toBe(false);
});
