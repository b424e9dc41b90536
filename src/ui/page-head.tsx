import { createContext, useContext, useEffect } from 'react';
import { applyHead, type Head } from '@/lib/head';

/** Receives a page's head while it is prerendered; null in a browser. */
export const HeadSink = createContext<((head: Head) => void) | null>(null);

/**
 * Title, description, canonical address and social tags of the page that renders it. The route table's own come first,
 * so that a page with its own head replaces them.
 */
export function PageHead({ title, description = null, path, indexed = true }: Head) {
  const sink = useContext(HeadSink);
  sink?.({ title, description, path, indexed });
  useEffect(() => applyHead({ title, description, path, indexed }), [title, description, path, indexed]);
  return null;
}
