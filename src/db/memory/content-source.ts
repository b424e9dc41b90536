/** Answers screens' questions about public content from rows that were read once: for prerendered pages. */

import { inOrder } from '@/db/rows/content-order';
import { type ContentKind, isContent } from '@/db/rows/public-rows';
import type { PrerenderSource } from '@/lib/prerendered';

/** The maximum of items in a page's HTML for kinds that grow without limit; the others come with the replica. */
const MOST: Partial<Record<ContentKind, number>> = { post: 20 };

/** Questions are 'content kind/' for a whole kind, 'content kind/key' for the item with that slug or id. */
export function contentSource(rows: readonly Record<string, unknown>[]): PrerenderSource {
  const known = inOrder(rows.filter(isContent));
  return (question) => {
    const [, kind, key = ''] = /^content ([^/]+)\/(.*)$/.exec(question) ?? [];
    if (kind === undefined) return undefined;
    const rows = known.filter(
      (row) => row.kind === kind && (key === '' || row.slug === key || row.id === key),
    );
    return rows.slice(0, MOST[kind as ContentKind]);
  };
}
