/**
 * Rows of teachers by their ids, for what cannot wait for its place in the pull or is not in it any more. They never
 * move the checkpoint: the pull brings them as ever, and decides where the two differ.
 */

import type { TeacherRow } from '@/db/rows/public-rows';
import { type PulledRow, readRow } from '@/db/storage/pull-page';
import { selectRows } from '@/lib/rest';

/** Ids in an address: gateways take 8 kB. */
const AT_ONCE = 100;

export interface ByIds {
  rows: PulledRow<TeacherRow>[];
  /** Ids that the server shows no more. */
  gone: string[];
}

/** Throws RestFailure. */
export async function fetchTeachersByIds(ids: readonly string[], signal: AbortSignal): Promise<ByIds> {
  const rows: PulledRow<TeacherRow>[] = [];
  const gone = new Set(ids);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const wanted = ids.slice(from, from + AT_ONCE);
    const query = { select: '*', id: `in.(${wanted.join(',')})` };
    const sent = (await selectRows('teacher_listings', query, { signal })).rows;
    for (const fields of sent) {
      gone.delete(String(fields.id));
      const row = readRow('teachers', withNumbers(fields));
      if (row) rows.push(row);
    }
  }
  return { rows, gone: [...gone] };
}

/** A table's fractions come as texts from some servers; a pull sends them as numbers. */
function withNumbers({ rating_average: average, ...fields }: Record<string, unknown>) {
  return { ...fields, rating_average: typeof average === 'string' ? Number(average) : average };
}
