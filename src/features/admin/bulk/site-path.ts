import { matchPath } from 'react-router-dom';

/**
 * What somebody wrote or pasted as a path of this site: of a whole address of ours, its path. Null when it is neither,
 * or `routes` have no page for it.
 */
export function sitePath(written: string, origin: string, routes: readonly string[]): string | null {
  const text = written.trim();
  const isPath = text.startsWith('/') && !/^\/[/\\]/.test(text);
  if (/[\s\\]/.test(text) || text.length > 300 || !(isPath || text.startsWith(`${origin}/`))) return null;
  const { pathname, search, hash } = new URL(text, origin);
  return routes.some((path) => matchPath(path, pathname)) ? `${pathname}${search}${hash}` : null;
}
