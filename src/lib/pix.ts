/**
 * Pix keys and the static BR Code ('copia e cola'), made on the phone. Source: Banco Central do Brasil, "Manual de
 * Padrões para Iniciação do Pix" (payload of EMV QRCPS merchant-presented mode) and "Manual Operacional do DICT" (keys).
 */

export type PixKeyKind = 'cpf' | 'cnpj' | 'phone' | 'email' | 'random';

export interface PixKey {
  kind: PixKeyKind;
  /** As the directory of keys (DICT) spells it: digits of a document, a phone with +55, an e-mail in small letters. */
  key: string;
}

export interface PixPayment {
  key: PixKey;
  /** The payee's name; the code carries at most 25 characters of it, without accents. */
  name: string;
  /** The payee's city; the code carries at most 15 characters of it, without accents. */
  city: string;
  /** In cents; without it the payer types the amount. */
  cents?: number | undefined;
}

const EMAIL = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const RANDOM = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const BRAZILIAN_PHONE = /^[1-9][0-9](9[0-9]{8}|[2-5][0-9]{7})$/;
const MAX_EMAIL = 77;

/**
 * The keys that a text can mean, the likeliest first: eleven digits can be a CPF and a phone number at once. An empty
 * list when the text is no key.
 */
export function pixKeysIn(text: string): PixKey[] {
  const typed = text.trim();
  const small = typed.toLowerCase();
  if (small.includes('@')) {
    return EMAIL.test(small) && small.length <= MAX_EMAIL ? [{ kind: 'email', key: small }] : [];
  }
  if (RANDOM.test(small)) return [{ kind: 'random', key: small }];
  if (/[^0-9A-Za-z+().\-/\s]/.test(typed)) return [];
  const bare = typed.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  const keys: PixKey[] = [];
  const national = typed.startsWith('+') || bare.length > 11 ? bare.replace(/^55/, '') : bare;
  const abroad = typed.startsWith('+') && !bare.startsWith('55');
  const asCpf = /^[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}$/.test(typed);
  if (!abroad && !asCpf && BRAZILIAN_PHONE.test(national)) {
    keys.push({ kind: 'phone', key: `+55${national}` });
  }
  if (typed.startsWith('+')) return keys;
  if (isCpf(bare)) keys.unshift({ kind: 'cpf', key: bare });
  if (isCnpj(bare)) keys.unshift({ kind: 'cnpj', key: bare });
  return keys;
}

/** Whether eleven digits are a CPF by its two check digits. */
export function isCpf(digits: string): boolean {
  if (!/^[0-9]{11}$/.test(digits) || /^(.)\1*$/.test(digits)) return false;
  return [9, 10].every((length) => checkDigit(digits.slice(0, length), length + 1) === digits[length]);
}

/** Whether fourteen characters are a CNPJ; since July 2026 its first twelve may be letters. */
export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}[0-9]{2}$/.test(text) || /^(.)\1*$/.test(text)) return false;
  return [12, 13].every((length) => checkDigit(text.slice(0, length), 9) === text[length]);
}

/** Modulus 11 with weights that rise from 2, at the right, up to `highest` and begin again. */
function checkDigit(text: string, highest: number): string {
  let sum = 0;
  let weight = 2;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    sum += (text.charCodeAt(at) - 48) * weight;
    weight = weight === highest ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

/** The text that a bank's app reads as 'Pix copia e cola', and that its QR code carries. */
export function brCode({ key, name, city, cents }: PixPayment): string {
  const account = field('00', 'br.gov.bcb.pix') + field('01', key.key);
  const code = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    cents ? field('54', (cents / 100).toFixed(2)) : '',
    field('58', 'BR'),
    field('59', plain(name, 25) || 'Recebedor'),
    field('60', plain(city, 15) || 'Brasil'),
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return code + crc16(code);
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value;
}

/** The payee's name as the code carries it. */
export const payeeName = (text: string): string => plain(text, 25);

/** Letters without accents, digits and spaces: every bank's app reads these. */
function plain(text: string, length: number): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9 ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, length)
    .trim();
}

/** CRC-16/CCITT-FALSE: polynomial 0x1021, begins with 0xFFFF; four capital hexadecimal digits. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
