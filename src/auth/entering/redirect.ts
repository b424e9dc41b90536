/** The `redirect` parameter of the account pages: it only leads inside the site, and never in circles. */

import { insidePath } from '@/lib/inside-path';
import type { PagePath } from '@/lib/paths';

const ACCOUNT_PAGES = [
  '/auth',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/confirmar-email',
  '/admin/login',
];

/**
 * The path, query and hash to go to, or null when `value` is missing, leads to another site or back to an account page.
 * `value` as URLSearchParams returns it: decoded once, and never decoded again.
 */
export function safeRedirect(value: string | null | undefined): string | null {
  const inside = insidePath(value);
  if (inside === null) return null;
  let path: string;
  try {
    path = decodeURIComponent(inside.replace(/[?#].*$/, ''))
      .toLowerCase()
      .replace(/\/+$/, '');
  } catch {
    return null;
  }
  return ACCOUNT_PAGES.includes(path) ? null : inside;
}

/** '/login?redirect=…&role=student', for guards and for links from one account page to the other. */
export function withRedirect<P extends PagePath>(
  page: P,
  redirect: string | null,
  role?: string,
): P | `${P}?${string}` {
  const query = new URLSearchParams();
  const safe = safeRedirect(redirect);
  if (safe) query.set('redirect', safe);
  if (role) query.set('role', role);
  const text = query.toString();
  return text ? `${page}?${text}` : page;
}
