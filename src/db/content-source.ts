/** Answers what screens ask of public content, from rows read once: for pages that are prerendered. */
import type { PrerenderSource } from '@/lib/prerendered';
import { inOrder } from './content-order';
import { type ContentKind, isContent } from './rows';

/** Of what people write without end, so many travel with a page; the others come with the replica. */
const MOST: Partial<Record<ContentKind, number>> = { post: 20 };

/** Questions are 'content kind/' for all of a kind, 'content kind/key' for the one with that slug or id. */
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
