/** Requests rows again that a pull had to skip: this release could not read them, or the response was damaged. */

import { isAfter } from '@/db/rows/checkpoint';
import type { RowTypes } from '@/db/rows/collections';
import { type PulledRow, readPage } from '@/db/storage/pull-page';
import type { ReplicaCollection } from '@/db/storage/replica';
import { askedAgain, isDueAgain, type UnreadSpan } from '@/db/storage/unread';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import type { PullOptions } from './fetch-page';

/** Extra rows per page: a row that changed since has moved to the end, so other rows may take its place. */
const MARGIN = 10;
const MOST = 500;

/**
 * Call after a completed pull. Resolves to whether any rows were recovered. Throws RestFailure only when aborted: the
 * pull itself succeeded. Throws errors of the storage.
 */
export async function reread<N extends keyof RowTypes>(
  collection: ReplicaCollection<RowTypes[N]>,
  options: Pick<PullOptions<N>, 'fetchPage' | 'signal' | 'pace' | 'rereadNow'>,
): Promise<boolean> {
  const state = await collection.state();
  if (!state?.complete || !isDueAgain(state.unread, Date.now(), options.rereadNow)) return false;
  let found: Found<N>;
  try {
    found = await ask(collection, options, state.unread.spans, state.epoch);
  } catch (error) {
    const isWanted = !(error instanceof RestFailure && error.kind === 'aborted');
    if (!isWanted || !(error instanceof RestFailure || error instanceof TypeError)) throw error;
    logger.info(`Rows of ${collection.name} were not asked for again`, error);
    return false;
  }
  const { rows, left } = found;
  const { unread, ...rest } = state;
  const still = askedAgain(unread, left, Date.now());
  await collection.writePage(
    rows,
    {
      ...rest,
      previous: state.checkpoint,
      ...(rows.length > 0 && { rereads: (state.rereads ?? 0) + 1 }),
      ...(still && { unread: still }),
    },
    options.pace,
  );
  return rows.length > 0;
}

interface Found<N extends keyof RowTypes> {
  rows: PulledRow<RowTypes[N]>[];
  left: UnreadSpan[];
}

async function ask<N extends keyof RowTypes>(
  collection: ReplicaCollection<RowTypes[N]>,
  { fetchPage, signal }: Pick<PullOptions<N>, 'fetchPage' | 'signal'>,
  spans: readonly UnreadSpan[],
  epoch: string,
): Promise<Found<N>> {
  const name = collection.name as N;
  const rows = new Map<string, PulledRow<RowTypes[N]>>();
  const left: UnreadSpan[] = [];
  for (const { from, to, ids, nameless } of spans) {
    const size = Math.min(ids.length + nameless + MARGIN, MOST);
    let after = from;
    for (;;) {
      const page = readPage(name, await fetchPage(name, after, signal, size), after);
      if (signal.aborted) throw new RestFailure('aborted', 'No longer wanted');
      if (page.epoch !== epoch) throw new RestFailure('malformed', `pull_${name}: another epoch`);
      for (const row of page.rows) {
        const place = placeOf(row);
        if (!isAfter(place, to)) rows.set(place.id, row);
      }
      left.push(...page.unread.filter((span) => isAfter(to, span.from)));
      const { checkpoint } = page;
      if (page.done || !checkpoint || !isAfter(checkpoint, after) || !isAfter(to, checkpoint)) break;
      after = checkpoint;
    }
  }
  return { rows: [...rows.values()], left };
}

function placeOf<N extends keyof RowTypes>(row: PulledRow<RowTypes[N]>) {
  return { xid: row.xid, id: row.deleted ? row.id : row.row.id };
}
