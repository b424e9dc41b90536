import { createContext, useContext, useEffect } from 'react';
import { applyHead, type Head } from '@/lib/head';

/** Where a page's head goes while it is prerendered; in a browser there is none. */
export const HeadSink = createContext<((head: Head) => void) | null>(null);

/**
 * Title, description, canonical address and social tags of the page that draws it. The route table's own come first,
 * so that a page which finds its head out itself has the last word.
 */
export function PageHead({ title, description = null, path, indexed = true }: Head) {
  const sink = useContext(HeadSink);
  sink?.({ title, description, path, indexed });
  useEffect(() => applyHead({ title, description, path, indexed }), [title, description, path, indexed]);
  return null;
}
