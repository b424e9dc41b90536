import { useEffect } from 'react';
import { documentTitle } from '@/lib/site';

/** Sets the document's title while mounted; null leaves it to someone who knows it later. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = documentTitle(title);
  }, [title]);
}
