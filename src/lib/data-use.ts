/**
 * Roughly how many bytes the app has loaded over the network on this phone: the browser's measurement of its own
 * requests (transferSize), in pages and in both workers. Responses of another origin without Timing-Allow-Origin are
 * not measured by browsers and are missing from the sum.
 */

import { type IDBPDatabase, openDB } from 'idb';
import { logger } from './logger';
import { fieldsOf, isMoment, isNumber } from './stored';

const DATABASE = 'danceflix-data-use';
const STORE = 'counted';
const KEY = 'total';
/** Milliseconds between two writes. */
const PACE = 2_000;

export interface DataUse {
  bytes: number;
  /** The start of the count, in milliseconds since 1970. */
  since: number;
}

async function withStore<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB(DATABASE, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** Null for a value that is not a count, which then starts from zero. */
function countFrom(value: unknown): DataUse | null {
  const { bytes, since } = fieldsOf(value);
  return isNumber(bytes) && isMoment(since) ? { bytes, since } : null;
}

/** Throws when storage does not work. */
export async function readDataUse(): Promise<DataUse | null> {
  const found = await withStore((db) => db.get(STORE, KEY));
  return countFrom(found);
}

/** Starts the count from zero. Throws when storage does not work. */
export async function resetDataUse(now: number): Promise<void> {
  waiting = 0;
  await withStore((db) => db.put(STORE, { bytes: 0, since: now } satisfies DataUse, KEY));
}

async function add(bytes: number, now: number): Promise<void> {
  await withStore(async (db) => {
    const transaction = db.transaction(STORE, 'readwrite');
    const before = countFrom(await transaction.store.get(KEY)) ?? { bytes: 0, since: now };
    await transaction.store.put({ ...before, bytes: before.bytes + bytes }, KEY);
    await transaction.done;
  });
}

let waiting = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Adds received bytes; they are written a little later, many at once. */
export function noteBytes(bytes: number): void {
  if (!(bytes > 0)) return;
  waiting += bytes;
  timer ??= setTimeout(() => void flushDataUse(), PACE);
}

/** Writes the noted bytes. Never rejects: the count may be incomplete. */
export async function flushDataUse(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const bytes = waiting;
  waiting = 0;
  if (bytes === 0) return;
  try {
    await add(bytes, Date.now());
  } catch (error) {
    logger.info('Data not counted', error);
  }
}

/** Responses of the service worker crossed the network in the worker, if at all, and are counted there. */
function bytesOf({ transferSize, workerStart, nextHopProtocol }: PerformanceResourceTiming): number {
  return workerStart > 0 && nextHopProtocol === '' ? 0 : transferSize;
}

/** Counts this thread's requests from its start on, as far as the browser measures them. Call once per thread. */
export function countDataUse(): void {
  if (typeof PerformanceObserver === 'undefined') return;
  const types = PerformanceObserver.supportedEntryTypes ?? [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) noteBytes(bytesOf(entry as PerformanceResourceTiming));
  });
  for (const type of ['navigation', 'resource']) {
    if (types.includes(type)) observer.observe({ type, buffered: true });
  }
  globalThis.addEventListener?.('pagehide', () => void flushDataUse());
}
