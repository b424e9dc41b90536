import { env } from './env';

const BRAZIL = '55';

/**
 * Digits with the country code, as wa.me expects them. Numbers are stored with '+' and dialled as stored; older numbers
 * with 10 or 11 digits and no country code are Brazilian.
 */
function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (phone.trim().startsWith('+')) return digits;
  return digits.length === 10 || digits.length === 11 ? BRAZIL + digits : digits;
}

/**
 * Link that opens a WhatsApp conversation with `text` already typed; null when there is no usable number. Screens link to
 * a person through `PersonContact` only, which shows the advice before the first meeting.
 */
export function whatsappLink(phone: string | null, text: string): string | null {
  const digits = phone === null ? '' : internationalDigits(phone);
  if (digits.length < 8) return null;
  return `https://wa.me/${digits}?text=${encoded(text)}`;
}

/** Whether a stored number opens a conversation. */
export const hasWhatsapp = (phone: string | null): phone is string => whatsappLink(phone, '') !== null;

/** Link that opens WhatsApp with `text` written; the person chooses the conversation there. */
export function chatShareLink(text: string): string {
  return `https://wa.me/?text=${encoded(text)}`;
}

/** Half a character, left by a cut emoji, has no encoding: encodeURIComponent throws on it. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** A link to the team, whose number is in the build's configuration; null when there is none. */
export function teamLink(text: string): string | null {
  return whatsappLink(env.teamWhatsapp === null ? null : `+${env.teamWhatsapp}`, text);
}

/** The formats of each country's numbers, the longest last; '#' stands for a digit. */
const SHAPES: Record<string, readonly string[]> = {
  [BRAZIL]: ['(##) ####-####', '(##) #####-####'],
  '1': ['(###) ###-####'],
  '351': ['### ### ###'],
  '34': ['### ### ###'],
  '54': ['## ####-####', '# ## ####-####'],
  '39': ['### ### ###', '### ### ####', '### #### ####'],
  '49': ['### #######', '### ########'],
  '33': ['# ## ## ## ##'],
  '44': ['#### ######'],
  '598': ['## ### ###'],
};

/**
 * A stored number in readable form: '+55 (31) 90000-1234', '+351 912 345 678'; numbers of other countries are
 * unchanged.
 */
export function phoneText(phone: string | null): string | null {
  const digits = internationalDigits(phone ?? '');
  if (phone === null || digits === '') return phone;
  // No country code here is the beginning of another.
  const code = Object.keys(SHAPES).find((one) => digits.startsWith(one));
  if (code === undefined) return `+${digits}`;
  const national = digits.slice(code.length);
  const shape = SHAPES[code]?.find((one) => one.replace(/[^#]/g, '').length === national.length);
  if (shape === undefined) return `+${code} ${national}`;
  let next = 0;
  return `+${code} ${shape.replace(/#/g, () => national.charAt(next++))}`;
}

/** Link to an Instagram profile, from '@nome', 'nome' or a pasted address; null when nothing usable is left. */
export function instagramLink(handle: string | null): { href: string; handle: string } | null {
  const name = (handle ?? '')
    .trim()
    .replace(/^https?:\/\/(www\.)?instagram\.com\//i, '')
    .replace(/^@/, '')
    .replace(/[/?#].*$/, '');
  if (!/^[\w.]{1,30}$/.test(name)) return null;
  return { href: `https://www.instagram.com/${name}`, handle: `@${name}` };
}
