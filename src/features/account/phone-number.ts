/**
 * WhatsApp numbers as people type and paste them (specification 000 §5; README 'Numbers of other countries'). A text is
 * either read in one way only or refused: nothing is cut off, and no number becomes another one.
 */
import { AREA_CODES } from './area-codes';
import { REGISTER } from './messages';

export const BRAZIL = '55';

/** Country codes in the order of the form. None begins another one. */
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
 * Whole numbers without code and trunk prefix, as each country's numbering plan gives them (ITU-T E.164 national
 * plans). Brazilian ones are mobiles; their area code is checked apart.
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

/** Digits of the longest number of each country. */
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

/** Fewer are no number, in whatever country (specification 000 §5). */
const FEWEST = 6;

export type Reading =
  | { kind: 'none' }
  | { kind: 'number'; country: Code; national: string }
  /** The message beside the field. */
  | { kind: 'refused'; message: string };

/** Digits, behind a '+' if that comes before the first of them. */
export function typedDigits(text: string): string {
  const plain = text.normalize('NFKC');
  const digits = plain.replace(/\D/g, '');
  return /^\D*\+/.test(plain) ? `+${digits}` : digits;
}

/** Reads `text` as a number, where `country` is chosen. */
export function readPhone(text: string, country: string): Reading {
  const typed = typedDigits(text);
  if (typed === '') return { kind: 'none' };
  const chosen = COUNTRIES.find(({ code }) => code === country)?.code ?? BRAZIL;
  if (typed.startsWith('+')) return readAbroad(typed.slice(1));
  const readings = readingsAtHome(typed, chosen);
  // Dialled from the USA, what begins with 011 goes abroad.
  const prefix = ['00', ...(chosen === '1' ? ['011'] : [])].find((one) => typed.startsWith(one));
  if (prefix !== undefined) return readDialled(readAbroad(typed.slice(prefix.length)), readings, chosen);
  // A code with too few digits behind it is no whole number either.
  if (readings.length === 0 && chosen !== BRAZIL && typed.startsWith(chosen)) return refused();
  return oneOf(chosen, readings) ?? asTyped(chosen, typed);
}

/** What follows '+': a country's code, and a number of that country. */
function readAbroad(international: string): Reading {
  const code = COUNTRIES.find((one) => international.startsWith(one.code))?.code;
  // The beginning of a code, as it stands while somebody types, is wrong only as a number.
  if (code === undefined) return refused(international.length < 3 ? undefined : REGISTER.numberCountry);
  const national = international.slice(code.length);
  return oneOf(code, wholeNumbers(code, national)) ?? asTyped(code, national);
}

/** What follows '00', unless the first 0 is a prefix of the chosen country and the second one belongs to the number. */
function readDialled(abroad: Reading, atHome: string[], chosen: Code): Reading {
  if (abroad.kind !== 'number') return oneOf(chosen, atHome) ?? abroad;
  if (atHome.length > 0) return refused(REGISTER.numberAmbiguous);
  return abroad.country === chosen || WHOLE[abroad.country].test(abroad.national) ? abroad : refused();
}

/** The whole numbers of `chosen` that the digits can be, with or without its code in front. */
function readingsAtHome(typed: string, chosen: Code): string[] {
  const behindCode = typed.startsWith(chosen) ? wholeNumbers(chosen, typed.slice(chosen.length)) : [];
  return [...wholeNumbers(chosen, typed), ...behindCode];
}

/** `digits` as a whole number: as they stand, without a trunk 0 and, in Brazil, without 0 and the carrier's two digits. */
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
 * A number that no plan knows: other countries' ones count from six digits on, unless what it begins with is left to
 * guess: a 0, or Argentina's 15, which stands for mobiles where the area code goes without saying.
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
 * The field's text and country as they are understood: what is read as another country's number chooses that country.
 * What is refused, or would be read in another way once it is shortened, stays as it was typed.
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

/** '(31) 90000-1234' as far as it is typed; as typed for other countries, and with a prefix. */
export function formatPhone(digits: string, country: string): string {
  if (country !== BRAZIL || !/^[1-9]/.test(digits)) return digits;
  const [area, first, last] = [digits.slice(0, 2), digits.slice(2, 7), digits.slice(7)];
  // No closing bracket before the third digit: a backspace would only ever remove what comes back.
  if (first === '') return `(${area}`;
  return last === '' ? `(${area}) ${first}` : `(${area}) ${first}-${last}`;
}

/** Where the caret belongs in `formatted` so that `before` digits stand to its left. */
export function caretAfter(formatted: string, before: number): number {
  if (before === 0) return formatted.startsWith('(') ? 1 : 0;
  let seen = 0;
  for (let index = 0; index < formatted.length; index += 1) {
    if (/\d/.test(formatted.charAt(index))) seen += 1;
    if (seen === before) return index + 1;
  }
  return formatted.length;
}

/** What is wrong with a filled number; null when nothing is, or when there is none. */
export function phoneError(digits: string, country: string): string | null {
  const reading = readPhone(digits, country);
  return reading.kind === 'refused' ? reading.message : null;
}

/** '+5531900001234', or null without a number that could be read (`phoneError` says why). */
export function toWhatsapp(digits: string, country: string): string | null {
  const reading = readPhone(digits, country);
  return reading.kind === 'number' ? `+${reading.country}${reading.national}` : null;
}

/** The other way round, for a form that is filled from what is stored; without '+' it is a Brazilian number. */
export function fromWhatsapp(whatsapp: string | null): { country: string; digits: string } {
  const typed = typedDigits(whatsapp ?? '');
  const stored = typed === '' || typed.startsWith('+') || typed.length > 11 ? typed : BRAZIL + typed;
  const all = stored.replace('+', '');
  const country = COUNTRIES.find(({ code }) => all.startsWith(code))?.code;
  if (all === '' || country === undefined) return { country: BRAZIL, digits: all && `+${all}` };
  return shortened({ country, national: all.slice(country.length) });
}
