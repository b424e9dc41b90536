/** The `redirect` parameter of the account pages: it only ever leads inside the site, and never round in circles. */
const ACCOUNT_PAGES = ['/auth', '/login', '/register', '/forgot-password', '/reset-password', '/admin/login'];
const LONGEST = 500;
const BASE = 'https://danceflix.invalid';

/**
 * The path, query and hash to go to, or null when `value` is missing, leads elsewhere or back to an account page.
 * `value` as URLSearchParams gives it: decoded once already, never again.
 */
export function safeRedirect(value: string | null | undefined): string | null {
  if (!value || value.length > LONGEST) return null;
  // Browsers drop tabs and line breaks from addresses and read '\' as '/': nothing of that is a path of ours.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/.test(value)) return null;
  if (!value.startsWith('/') || value.startsWith('//')) return null;
  let url: URL;
  try {
    url = new URL(value, BASE);
  } catch {
    return null;
  }
  if (url.origin !== BASE || url.pathname.startsWith('//')) return null;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname).toLowerCase().replace(/\/+$/, '');
  } catch {
    return null;
  }
  if (ACCOUNT_PAGES.includes(path)) return null;
  return url.pathname + url.search + url.hash;
}

/** '/login?redirect=…&role=student', for guards and for links from one account page to the other. */
export function withRedirect(page: string, redirect: string | null, role?: string): string {
  const query = new URLSearchParams();
  const safe = safeRedirect(redirect);
  if (safe) query.set('redirect', safe);
  if (role) query.set('role', role);
  const text = query.toString();
  return text ? `${page}?${text}` : page;
}
