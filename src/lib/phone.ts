const BRAZIL = '55';

/** Digits with the country code, as wa.me wants them; Brazilian numbers may be stored without theirs. */
export function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 10 || digits.length === 11 ? BRAZIL + digits : digits;
}

/** Link that opens a WhatsApp conversation with `text` already typed; null when there is no usable number. */
export function whatsappLink(phone: string | null, text: string): string | null {
  const digits = phone === null ? '' : internationalDigits(phone);
  if (digits.length < 8) return null;
  // Half a character, as a cut emoji leaves it, has no encoding: encodeURIComponent throws over it.
  return `https://wa.me/${digits}?text=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))}`;
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
