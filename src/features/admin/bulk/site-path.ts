import { matchPath } from 'react-router-dom';

/**
 * Reads a typed or pasted link as a path of this site; a full address of this site gives its path. Null for other
 * texts, and for a path that is not in `routes`.
 */
export function sitePath(written: string, origin: string, routes: readonly string[]): string | null {
  const text = written.trim();
  const isPath = text.startsWith('/') && !/^\/[/\\]/.test(text);
  if (/[\s\\]/.test(text) || text.length > 300 || !(isPath || text.startsWith(`${origin}/`))) return null;
  const { pathname, search, hash } = new URL(text, origin);
  return routes.some((path) => matchPath(path, pathname)) ? `${pathname}${search}${hash}` : null;
}
