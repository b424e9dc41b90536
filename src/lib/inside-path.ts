/** Restricts addresses from outside to paths inside the site. */
const LONGEST = 500;
const BASE = 'https://danceflix.invalid';

/**
 * Path, query and hash, or null when `value` is missing, malformed or leads to another site. `value` is decoded once
 * already (as URLSearchParams returns it) and never again.
 */
export function insidePath(value: string | null | undefined): string | null {
  if (!value || value.length > LONGEST) return null;
  // Browsers drop tabs and line breaks from addresses and read '\' as '/': our paths contain none of these.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are refused.
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/.test(value)) return null;
  if (!value.startsWith('/') || value.startsWith('//')) return null;
  let url: URL;
  try {
    url = new URL(value, BASE);
  } catch {
    return null;
  }
  if (url.origin !== BASE || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
