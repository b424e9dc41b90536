import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRIES, fromWhatsapp, phoneError, readPhone, toWhatsapp, understood } from './phone-number';

const AMBIGUOUS = 'Não dá para saber onde este número começa. Escreva com + e o código do país.';
const NOT_LISTED = 'O código deste país não está na lista. Informe um número de um dos países da lista.';

/** Valid numbers by country code: mobiles, and landlines where they differ. */
const NATIONAL: Record<string, RegExp> = {
  '55': /^(11|27|31|49|55|99)9[0-9]{8}$/,
  '1': /^[2-9][0-9]{2}[2-9][0-9]{6}$/,
  '351': /^(9[1236][0-9]{7}|2[0-9]{8})$/,
  '34': /^[5-9][0-9]{8}$/,
  '54': /^9?(11|[23][0-9])[0-9]{8}$/,
  '39': /^(3[1-9][0-9]{8}|0[1-24-9][0-9]{6,8})$/,
  '49': /^(1[5-7][0-9]{8,9}|[2-9][0-9]{6,10})$/,
  '33': /^[1-9][0-9]{8}$/,
  '44': /^[1-37-9][0-9]{9}$/,
  '598': /^(9[1-9]|2[0-9]|4[0-9])[0-9]{6}$/,
};

const numbers = fc.oneof(
  ...COUNTRIES.map(({ code }) =>
    fc.record({ code: fc.constant<string>(code), national: fc.stringMatching(NATIONAL[code] ?? /^$/) }),
  ),
);

/** Spaces and punctuation between digits, invisible characters included. */
const separators = fc.array(
  fc.constantFrom('', '', ' ', '-', '.', '(', ')', '/', '\u00a0', '\u2011', '\u202f', '\u200b'),
  {
    minLength: 8,
    maxLength: 8,
  },
);

const spellings = fc.record({
  prefix: fc.constantFrom('', '+', '00', 'code'),
  trunk: fc.constantFrom('', '0', '015', '041'),
  separators,
});

type Spelling = { prefix: string; trunk: string; separators: string[] };

function spelt(
  { code, national }: { code: string; national: string },
  { prefix, trunk, separators: signs }: Spelling,
) {
  // Only Brazilian numbers may carry the code of a carrier.
  const before = code === '55' || trunk.length < 2 ? trunk : '';
  const digits = `${prefix === '' ? '' : code}${before}${national}`;
  const spread = Array.from(digits, (digit, place) => `${digit}${signs[place % 8] ?? ''}`).join('');
  return `${prefix === 'code' ? '' : prefix}${spread}`;
}

describe('numbers of every country of the form', () => {
  it('every spelling of a number is stored as that number or refused with a message', () => {
    fc.assert(
      fc.property(numbers, spellings, (number, spelling) => {
        const stored = toWhatsapp(spelt(number, spelling), number.code);
        if (stored === null) expect(phoneError(spelt(number, spelling), number.code)).toMatch(/\S/);
        else expect(stored).toBe(`+${number.code}${number.national}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a pasted number with + or 00 is understood under any chosen country, and selects its own', () => {
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom(...COUNTRIES.map(({ code }) => code)),
        fc.constantFrom('+', '00'),
        separators,
        (number, chosen, prefix, signs) => {
          const text = spelt(number, { prefix, trunk: '', separators: signs });
          // Italian numbers may begin with 0 themselves, so 00 may be a trunk 0 and the number's own 0.
          if (chosen === '39' && phoneError(text, chosen) !== null) return;
          expect(toWhatsapp(text, chosen)).toBe(`+${number.code}${number.national}`);
          expect(understood(text, chosen).country).toBe(number.code);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a nationally dialled number is understood, also behind the chosen code unless the reading is ambiguous', () => {
    fc.assert(
      fc.property(numbers, separators, ({ code, national }, signs) => {
        const bare = spelt({ code, national }, { prefix: '', trunk: '', separators: signs });
        const stored = `+${code}${national}`;
        const mayBeCode = ['39', '49'].includes(code) && national.startsWith(code);
        if (!mayBeCode) expect(toWhatsapp(bare, code)).toBe(stored);
        const withCode = spelt({ code, national }, { prefix: 'code', trunk: '', separators: signs });
        if (code !== '49' && code !== '39') expect(toWhatsapp(withCode, code)).toBe(stored);
      }),
      { numRuns: 500 },
    );
  });

  it('a stored number passes through the form unchanged, and so does a field that is read twice', () => {
    fc.assert(
      fc.property(numbers, spellings, (number, spelling) => {
        const stored = `+${number.code}${number.national}`;
        const { country, digits } = fromWhatsapp(stored);
        expect(country).toBe(number.code);
        if (toWhatsapp(digits, country) !== stored) expect(readPhone(digits, country).kind).toBe('refused');
        const once = understood(spelt(number, spelling), number.code);
        expect(understood(once.digits, once.country)).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });
});

describe('spellings that people paste', () => {
  it.each([
    ['+351 912 345 678', '351', '+351912345678'],
    ['00351 912 345 678', '351', '+351912345678'],
    ['351 912 345 678', '351', '+351912345678'],
    ['+351 912 345 678', '55', '+351912345678'],
    ['+1 (415) 555-0132', '1', '+14155550132'],
    ['1 415 555 0132', '1', '+14155550132'],
    ['011 55 31 90000-1234', '1', '+5531900001234'],
    ['07400 123456', '44', '+447400123456'],
    ['+44 (0)7400 123456', '44', '+447400123456'],
    ['099 123 456', '598', '+59899123456'],
    ['06 12 34 56 78', '33', '+33612345678'],
    ['06 1234 5678', '39', '+390612345678'],
    ['+55 (31) 90000-1234', '55', '+5531900001234'],
    ['0055 31 90000-1234', '55', '+5531900001234'],
    ['031 90000-1234', '55', '+5531900001234'],
    ['(0xx31) 90000-1234', '55', '+5531900001234'],
    ['0 15 31 90000-1234', '55', '+5531900001234'],
    ['5555 90000-1234', '55', '+5555900001234'],
    ['\u202a+55 31 90000\u20111234\u202c', '55', '+5531900001234'],
    ['\uff0b\uff15\uff15 31 90000-1234', '55', '+5531900001234'],
    ['123456', '351', '+351123456'],
  ])('%s with %s chosen is %s', (text, country, stored) => {
    expect(toWhatsapp(text, country)).toBe(stored);
    expect(phoneError(text, country)).toBeNull();
  });

  it.each([
    ['12345', '351', 'Número de telefone inválido'],
    ['+351 351 912 345 678', '351', 'Número de telefone inválido'],
    ['912 345 678 / 912 345 679', '351', 'Número de telefone inválido'],
    ['15 1234 5678', '54', 'Número de telefone inválido'],
    ['+41 79 123 45 67', '351', NOT_LISTED],
    ['0041 79 123 45 67', '55', NOT_LISTED],
    ['49 30 123 4567', '49', AMBIGUOUS],
    ['0333 123 4567', '39', AMBIGUOUS],
    ['3190000-1234 / 5678', '55', 'Número deve ter 11 dígitos (DDD + 9 + 8 dígitos)'],
    ['319000012345', '55', 'Número deve ter 11 dígitos (DDD + 9 + 8 dígitos)'],
    ['20900001234', '55', 'DDD inválido'],
    ['+55 20 90000-1234', '55', 'DDD inválido'],
  ])('%s with %s chosen is refused: %s', (text, country, message) => {
    expect(phoneError(text, country)).toBe(message);
    expect(toWhatsapp(text, country)).toBeNull();
    // A refused text keeps every digit that was typed.
    expect(understood(text, country).digits.replace('+', '')).toBe(text.replace(/\D/g, ''));
  });

  it('a number that was stored with its code twice is shown as stored, and refused', () => {
    const { country, digits } = fromWhatsapp('+351351912345678');
    expect({ country, digits }).toEqual({ country: '351', digits: '+351351912345678' });
    expect(phoneError(digits, country)).toBe('Número de telefone inválido');
  });

  it('a stored number without a country is Brazilian', () => {
    expect(fromWhatsapp('31900001234')).toEqual({ country: '55', digits: '31900001234' });
  });
});
