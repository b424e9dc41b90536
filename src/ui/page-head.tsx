import { createContext, useContext, useEffect } from 'react';
import { applyHead, type Head } from '@/lib/head';

/** Receives a page's head while it is prerendered; null in a browser. */
export const HeadSink = createContext<((head: Head) => void) | null>(null);

/**
 * Title, description, canonical address and social tags of the page that renders it. The route table's own come first,
 * so that a page with its own head replaces them.
 */
export function PageHead({ title, description = null, path, indexed = true, image = null }: Head) {
  const sink = useContext(HeadSink);
  const head = { title, description, path, indexed, image };
  sink?.(head);
  const text = JSON.stringify(head);
  useEffect(() => applyHead(JSON.parse(text) as Head), [text]);
  return null;
}
