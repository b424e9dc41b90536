/** Content from the server, for a phone that has none yet or cannot store any. */

import { inOrder, isId } from '@/db/rows/content-order';
import { type ContentKind, type ContentRow, isContent } from '@/db/rows/public-rows';
import { logger } from '@/lib/logger';
import { RestFailure, selectRows } from '@/lib/rest';

/** Never above the server's `max_rows`: a page that the server cut would look like the last one. */
const PAGE = 500;

/** The rows of a kind in order, or the row with a slug or id. Throws RestFailure. */
export async function selectContent(
  kind: ContentKind,
  key: string | null,
  signal: AbortSignal,
): Promise<ContentRow[]> {
  const query: Record<string, string> = {
    select: 'id,kind,slug,sort_key,updated_at,data',
    kind: `eq.${kind}`,
    _deleted: 'is.false',
    order: 'sort_key.asc,id.asc',
    limit: String(PAGE),
  };
  if (key !== null) query[isId(key) ? 'id' : 'slug'] = `eq.${key}`;
  const found = new Map<string, ContentRow>();
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await selectRows('content_items', { ...query, offset: String(offset) }, { signal });
    for (const row of rows) {
      if (isContent(row)) found.set(row.id, row);
      else logger.error('content_items: a row cannot be read', row.id);
    }
    if (offset === 0 && rows.length > 0 && found.size === 0) {
      throw new RestFailure('malformed', 'content_items: not rows');
    }
    if (rows.length < PAGE) return inOrder([...found.values()]);
  }
}
