/** One pull of one collection: page after page from its checkpoint, until the server has no more. */

import { type Checkpoint, isAfter, sameCheckpoint } from '@/db/rows/checkpoint';
import type { RowTypes } from '@/db/rows/collections';
import { type PullPage, readPage } from '@/db/storage/pull-page';
import { type ReplicaCollection, refilled } from '@/db/storage/replica';
import type { ReplicaState } from '@/db/storage/stored';
import { withPage } from '@/db/storage/unread';
import { RestFailure } from '@/lib/rest';
import { Backlog } from './backlog';
import type { PullOptions } from './fetch-page';
import type { PageSize } from './page-size';
import { reread } from './reread';

/** A server begins an epoch once; after this many in a row the response is treated as malformed. */
const MAX_BEGINNINGS = 3;

/**
 * After this many outdated responses in a row the reason is no cache and no lagging replica: the server was set back.
 */
const MAX_OUTDATED = 3;

/** Milliseconds after its first page during which a first sync fetches without storing. */
const READING_FIRST = 3_000;

/**
 * Brings a collection up to date, then requests unreadable rows again. Resolves to whether anything changed. Throws
 * RestFailure for faults of the network, anything else for faults of the storage. Rows that were stored before a fault
 * stay and are not fetched again.
 */
export async function pullCollection<N extends keyof RowTypes>(
  collection: ReplicaCollection<RowTypes[N]>,
  options: PullOptions<N>,
): Promise<boolean> {
  const backlog = new Backlog(options.signal);
  try {
    const changed = await pullPages(collection, options, backlog);
    await backlog.stored();
    return (await reread(collection, options)) || changed;
  } finally {
    // Rows that arrived before a network fault are still stored.
    await backlog.settled();
  }
}

async function pullPages<N extends keyof RowTypes>(
  collection: ReplicaCollection<RowTypes[N]>,
  { fetchPage, pageSize, signal, pace, onProgress, onInitialRows }: PullOptions<N>,
  backlog: Backlog,
): Promise<boolean> {
  const name = collection.name as N;
  const ask = (after: Checkpoint | null) => timed(fetchPage(name, after, signal, pageSize?.rows), pageSize);
  let state = await collection.state();
  let received = 0;
  let total: number | null = null;
  let changed = false;
  let beginnings = 0;
  let ahead: Promise<Answer> | null = null;
  for (;;) {
    const after = state?.checkpoint ?? null;
    const asked = ahead ?? ask(after);
    ahead = null;
    const { body, took } = await Promise.race([asked, backlog.fault]);
    const page = readAnswer(name, body, after);
    if (signal.aborted) throw new RestFailure('aborted', 'No longer wanted');
    const isSetBack = state !== null && (await isOutdated(collection, state, page, backlog));
    if (state && (page.epoch !== state.epoch || isSetBack)) {
      state = refilled(state, page.epoch);
      // These rows came after a checkpoint of another epoch.
      if (after) continue;
    }
    const checkpoint = page.checkpoint ?? after;
    // The pull that begins a new epoch on the server cannot see its own rows yet: it reports that, and the next pull
    // gets them.
    if (!page.done && !checkpoint && page.rows.length === 0 && beginnings < MAX_BEGINNINGS) {
      beginnings += 1;
      continue;
    }
    if (!page.done && (!checkpoint || (after && !isAfter(checkpoint, after)))) {
      throw new RestFailure('malformed', `pull_${name} does not advance`);
    }
    if (!page.done) {
      pageSize?.came(took);
      // The next page is fetched meanwhile. It is awaited in the next iteration, or aborted.
      ahead = ask(checkpoint);
      ahead.catch(() => undefined);
    }
    received += page.rows.length;
    total ??= page.total;
    changed ||= page.rows.length > 0 || !sameCheckpoint(checkpoint, after) || !state?.complete;
    const next = advance(state, page, checkpoint);
    state = next;
    // Rows that are already searchable can wait to be stored.
    if (onInitialRows && received === page.rows.length && !page.done && !next.mixed)
      backlog.rest(READING_FIRST);
    onInitialRows?.(page.rows, next);
    onProgress(received, total);
    await backlog.add(page.rows.length, () => store(collection, page.rows, next, pace));
    if (page.done) return changed;
  }
}

interface Answer {
  body: unknown;
  /** Milliseconds for the request. */
  took: number;
}

async function timed(answer: Promise<unknown>, pageSize: PageSize | undefined): Promise<Answer> {
  const began = performance.now();
  try {
    return { body: await answer, took: performance.now() - began };
  } catch (error) {
    if (error instanceof RestFailure && error.kind === 'timeout') pageSize?.timedOut();
    throw error;
  }
}

async function store<N extends keyof RowTypes>(
  collection: ReplicaCollection<RowTypes[N]>,
  rows: Parameters<ReplicaCollection<RowTypes[N]>['writePage']>[0],
  next: ReplicaState,
  pace: () => Promise<void>,
): Promise<void> {
  if (next.complete && next.early) {
    const { early, ...done } = next;
    await collection.writePage(rows, { ...next, complete: false, usable: false, pulledAt: null }, pace);
    await collection.removeEarly(next);
    return collection.writeState({ ...done, previous: next.checkpoint });
  }
  if (!(next.complete && next.mixed)) return collection.writePage(rows, next, pace);
  // Old rows are deleted only when every new one is here, so that no screen is empty in between.
  await collection.writePage(rows, { ...next, complete: false, pulledAt: null }, pace);
  await collection.removeOtherFillings(next, pace);
  await collection.writeState({ ...next, mixed: false, previous: next.checkpoint });
}

/**
 * Whether the server was set back to a state before the rows here. Throws RestFailure for an outdated response, from a
 * cache or a lagging replica: the next responses decide.
 */
async function isOutdated<N extends keyof RowTypes>(
  collection: ReplicaCollection<RowTypes[N]>,
  state: ReplicaState,
  page: PullPage<RowTypes[N]>,
  backlog: Backlog,
): Promise<boolean> {
  const isOlder = page.epoch === state.epoch && (page.horizon ?? Number.MAX_VALUE) < (state.horizon ?? 0);
  if (!isOlder) return false;
  const outdated = (state.outdated ?? 0) + 1;
  if (outdated >= MAX_OUTDATED) return true;
  await backlog.stored();
  await collection.writeState({ ...state, outdated, previous: state.checkpoint });
  throw new RestFailure('malformed', `pull_${collection.name}: older than what is here`);
}

function advance<N extends keyof RowTypes>(
  state: ReplicaState | null,
  { epoch, done, horizon, rows, unread: spans }: PullPage<RowTypes[N]>,
  checkpoint: Checkpoint | null,
): ReplicaState {
  const complete = done || state?.complete === true;
  const read = new Set(rows.map((one) => (one.deleted ? one.id : one.row.id)));
  const unread = withPage(state?.unread, spans, read);
  const newest = horizon ?? state?.horizon;
  const early = state?.early?.filter((id) => !read.has(id)) ?? [];
  return {
    epoch,
    filling: state?.filling ?? 0,
    checkpoint,
    complete,
    usable: complete || state?.usable === true,
    mixed: state?.mixed ?? false,
    pulledAt: done ? Date.now() : (state?.pulledAt ?? null),
    previous: state?.checkpoint ?? null,
    ...(state?.rereads !== undefined && { rereads: state.rereads }),
    ...(newest !== undefined && { horizon: newest }),
    ...(unread && { unread }),
    ...(early.length > 0 && { early }),
  };
}

/** Throws RestFailure for a response that is not a page. */
function readAnswer<N extends keyof RowTypes>(
  name: N,
  answer: unknown,
  after: Checkpoint | null,
): PullPage<RowTypes[N]> {
  try {
    return readPage(name, answer, after);
  } catch (error) {
    throw new RestFailure('malformed', error instanceof Error ? error.message : String(error));
  }
}
