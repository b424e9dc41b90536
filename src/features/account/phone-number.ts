/** WhatsApp numbers as people type them (specification 000 §5). */
import { AREA_CODES } from './area-codes';
import { REGISTER } from './messages';

export const BRAZIL = '55';

/** Country codes in the order of the form. */
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

/** E.164 allows 15 digits with the country code. */
const LONGEST = 15;
const BRAZILIAN = 11;

/** The digits of what was typed or pasted, without a country or trunk prefix that a Brazilian number came with. */
export function phoneDigits(text: string, country: string): string {
  const digits = text.replace(/\D/g, '');
  if (country !== BRAZIL) return digits.slice(0, LONGEST - country.length);
  const bare = digits.length > BRAZILIAN ? digits.replace(/^(55|0)/, '') : digits;
  return bare.slice(0, BRAZILIAN);
}

/** '(31) 90000-1234' as far as it is typed; digits only for other countries. */
export function formatPhone(digits: string, country: string): string {
  if (country !== BRAZIL || digits === '') return digits;
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
  if (digits === '') return null;
  if (country !== BRAZIL) return digits.length < 6 ? REGISTER.foreignNumber : null;
  if (digits.length >= 2 && !AREA_CODES.has(digits.slice(0, 2))) return REGISTER.areaCode;
  return /^\d{2}9\d{8}$/.test(digits) ? null : REGISTER.brazilianNumber;
}

/** '+5531900001234', or null without a number. */
export function toWhatsapp(digits: string, country: string): string | null {
  return digits === '' ? null : `+${country}${digits}`;
}

/** The other way round, for a form that is filled from what is stored. */
export function fromWhatsapp(whatsapp: string | null): { country: string; digits: string } {
  const all = (whatsapp ?? '').replace(/\D/g, '');
  // The longest code first: 598 and 55 both begin with a 5.
  const codes = COUNTRIES.map(({ code }) => code).sort((a, b) => b.length - a.length);
  const country = codes.find((code) => all.startsWith(code));
  if (all === '' || !country) return { country: BRAZIL, digits: '' };
  return { country, digits: all.slice(country.length) };
}
