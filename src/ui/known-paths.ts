import { createContext, useContext } from 'react';

/** Paths that the running release has a page for. The app fills it from its route table. */
export const KnownPaths = createContext<ReadonlySet<string>>(new Set());

/** All of them as the router writes them, parameters included. The app fills it from its route table. */
export const RoutePatterns = createContext<readonly string[]>([]);

/** Whether a link to `path` leads anywhere yet: links to pages of later releases are not drawn. */
export function useHasPage(path: string): boolean {
  return useContext(KnownPaths).has(path);
}
