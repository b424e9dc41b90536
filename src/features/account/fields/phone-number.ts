/**
 * Parses WhatsApp numbers as people type and paste them (specification 000 §5; README 'Numbers of other countries'). A
 * text with more than one possible reading is refused; digits are never cut off, so no number turns into another one.
 */

import { REGISTER } from '../messages';

export const BRAZIL = '55';

/** Country codes in the order of the form. No code is a prefix of another one. */
export const COUNTRIES = [
  { code: BRAZIL, name: 'Brasil' },
  { code: '1', name: 'EUA' },
  { code: '351', name: 'Portugal' },
  { code: '34', name: 'Espanha' },
  { code: '54', name: 'Argentina' },
  { code: '39', name: 'Itália' },
  { code: '49', name: 'Alemanha' },
  { code: '33', name: 'França' },
  { code: '44', name: 'Reino Unido' },
  { code: '598', name: 'Uruguai' },
] as const;

type Code = (typeof COUNTRIES)[number]['code'];

const ITALY = '39';
const ARGENTINA = '54';

/**
 * Complete national numbers, without country code and trunk prefix (ITU-T E.164 national numbering plans). The
 * Brazilian pattern matches mobiles only; `hasAreaCode` checks their area code.
 */
const WHOLE = {
  [BRAZIL]: /^[1-9]\d9\d{8}$/,
  '1': /^[2-9]\d{9}$/,
  '351': /^[236-9]\d{8}$/,
  '34': /^[5-9]\d{8}$/,
  [ARGENTINA]: /^9?(11|[23]\d)\d{8}$/,
  [ITALY]: /^(3[1-9]\d{8}|0\d{5,10})$/,
  '49': /^(1[5-7]\d{8,9}|[2-9]\d{5,10})$/,
  '33': /^[1-9]\d{8}$/,
  '44': /^[1-37-9]\d{9}$/,
  '598': /^[249]\d{7}$/,
} as const satisfies Record<Code, RegExp>;

/** The length in digits of each country's longest number. */
const LONGEST: Record<Code, number> = {
  [BRAZIL]: 11,
  '1': 10,
  '351': 9,
  '34': 9,
  [ARGENTINA]: 11,
  [ITALY]: 11,
  '49': 11,
  '33': 9,
  '44': 10,
  '598': 8,
};

/** The area code of a Brazilian number as far as it is typed; null without one. */
export function areaCodeOf(country: string, digits: string): number | null {
  return country === BRAZIL && /^[1-9]\d/.test(digits) ? Number(digits.slice(0, 2)) : null;
}

/** Fewer digits are not a number in any country (specification 000 §5). */
const FEWEST = 6;

export type Reading =
  | { kind: 'none' }
  | { kind: 'number'; country: Code; national: string }
  /** The message beside the field. */
  | { kind: 'refused'; message: string };

/** The digits of a text, after a '+' when one comes before the first digit. */
export function typedDigits(text: string): string {
  const plain = text.normalize('NFKC');
  const digits = plain.replace(/\D/g, '');
  return /^\D*\+/.test(plain) ? `+${digits}` : digits;
}

/** Reads `text` as a number while `country` is the chosen country code. */
export function readPhone(text: string, country: string): Reading {
  const typed = typedDigits(text);
  if (typed === '') return { kind: 'none' };
  const chosen = COUNTRIES.find(({ code }) => code === country)?.code ?? BRAZIL;
  if (typed.startsWith('+')) return readAbroad(typed.slice(1));
  const readings = readingsAtHome(typed, chosen);
  // 011 is the international prefix of the USA.
  const prefix = ['00', ...(chosen === '1' ? ['011'] : [])].find((one) => typed.startsWith(one));
  if (prefix !== undefined) return readDialled(readAbroad(typed.slice(prefix.length)), readings, chosen);
  // The chosen code followed by too few digits is not a number.
  if (readings.length === 0 && chosen !== BRAZIL && typed.startsWith(chosen)) return refused();
  return oneOf(chosen, readings) ?? asTyped(chosen, typed);
}

/** Reads the digits after '+': a country's code and a number of that country. */
function readAbroad(international: string): Reading {
  const code = COUNTRIES.find((one) => international.startsWith(one.code))?.code;
  // Fewer than three digits may be an unfinished country code, so the country is not called wrong yet.
  if (code === undefined) return refused(international.length < 3 ? undefined : REGISTER.numberCountry);
  const national = international.slice(code.length);
  return oneOf(code, wholeNumbers(code, national)) ?? asTyped(code, national);
}

/** Reads a number after '00'; refused when it could also be a trunk 0 and a national number that begins with 0. */
function readDialled(abroad: Reading, atHome: string[], chosen: Code): Reading {
  if (abroad.kind !== 'number') return oneOf(chosen, atHome) ?? abroad;
  if (atHome.length > 0) return refused(REGISTER.numberAmbiguous);
  return abroad.country === chosen || WHOLE[abroad.country].test(abroad.national) ? abroad : refused();
}

/** All complete national numbers of `chosen` that the digits can mean, with or without its code in front. */
function readingsAtHome(typed: string, chosen: Code): string[] {
  const behindCode = typed.startsWith(chosen) ? wholeNumbers(chosen, typed.slice(chosen.length)) : [];
  return [...wholeNumbers(chosen, typed), ...behindCode];
}

/** Tries `digits` unchanged, without a trunk 0 and, in Brazil, without 0 and the two digits of a carrier. */
function wholeNumbers(code: Code, digits: string): string[] {
  const candidates = [digits];
  if (digits.startsWith('0')) candidates.push(digits.slice(1));
  if (code === BRAZIL && /^0[1-9]/.test(digits)) candidates.push(digits.slice(3));
  return candidates.filter((one) => WHOLE[code].test(one) && (code !== BRAZIL || hasAreaCode(one)));
}

const hasAreaCode = (national: string) => AREA_CODES.has(national.slice(0, 2));

function oneOf(country: Code, readings: string[]): Reading | null {
  const [national] = readings;
  if (national === undefined) return null;
  return readings.length === 1 ? { kind: 'number', country, national } : refused(REGISTER.numberAmbiguous);
}

/**
 * Accepts a foreign number that no numbering plan matches, from six digits on. Refuses an ambiguous start: a 0, or
 * Argentina's mobile prefix 15, which is dialled without the area code.
 */
function asTyped(country: Code, national: string): Reading {
  if (country === BRAZIL) return refused(brazilianError(national));
  const fits = national.length >= FEWEST && national.length <= LONGEST[country];
  const isGuess = national.startsWith('0') || (country === ARGENTINA && national.startsWith('15'));
  return fits && !isGuess ? { kind: 'number', country, national } : refused();
}

function brazilianError(national: string): string {
  const isArea = national.startsWith('0') || national.length < 2 || hasAreaCode(national);
  return isArea ? REGISTER.brazilianNumber : REGISTER.areaCode;
}

const refused = (message: string = REGISTER.foreignNumber): Reading => ({ kind: 'refused', message });

/**
 * The field's text and country after reading: a number of another country selects that country. A text that is refused,
 * or whose shortened form would be read differently, stays as typed.
 */
export function understood(text: string, country: string): { country: string; digits: string } {
  const reading = readPhone(text, country);
  return reading.kind === 'number' ? shortened(reading) : { country, digits: typedDigits(text) };
}

function shortened({ country, national }: { country: Code; national: string }) {
  const again = readPhone(national, country);
  const isSame = again.kind === 'number' && again.national === national;
  return { country, digits: isSame ? national : `+${country}${national}` };
}

/** '(31) 90000-1234', formatted while typing; unchanged for other countries and for numbers with a prefix. */
export function formatPhone(digits: string, country: string): string {
  if (country !== BRAZIL || !/^[1-9]/.test(digits)) return digits;
  const [area, first, last] = [digits.slice(0, 2), digits.slice(2, 7), digits.slice(7)];
  // No closing bracket before the third digit: backspace would delete the bracket and formatting restore it, forever.
  if (first === '') return `(${area}`;
  return last === '' ? `(${area}) ${first}` : `(${area}) ${first}-${last}`;
}

/** Caret position in `formatted` that has `before` digits to its left. */
export function caretAfter(formatted: string, before: number): number {
  if (before === 0) return formatted.startsWith('(') ? 1 : 0;
  let seen = 0;
  for (let index = 0; index < formatted.length; index += 1) {
    if (/\d/.test(formatted.charAt(index))) seen += 1;
    if (seen === before) return index + 1;
  }
  return formatted.length;
}

/** Error text for a filled field; null when the number is valid or the field is empty. */
export function phoneError(digits: string, country: string): string | null {
  const reading = readPhone(digits, country);
  return reading.kind === 'refused' ? reading.message : null;
}

/** '+5531900001234', or null when the digits are not a valid number (`phoneError` says why). */
export function toWhatsapp(digits: string, country: string): string | null {
  const reading = readPhone(digits, country);
  return reading.kind === 'number' ? `+${reading.country}${reading.national}` : null;
}

/** Splits a stored number into the form's country and digits; a number without '+' is Brazilian. */
export function fromWhatsapp(whatsapp: string | null): { country: string; digits: string } {
  const typed = typedDigits(whatsapp ?? '');
  const stored = typed === '' || typed.startsWith('+') || typed.length > 11 ? typed : BRAZIL + typed;
  const all = stored.replace('+', '');
  const country = COUNTRIES.find(({ code }) => all.startsWith(code))?.code;
  if (all === '' || country === undefined) return { country: BRAZIL, digits: all && `+${all}` };
  return shortened({ country, national: all.slice(country.length) });
}

/** The 67 Brazilian area codes (specification data, estados_ddd.json; Anatel's numbering plan). */
export const AREA_CODES: ReadonlySet<string> = new Set(
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  ),
);
