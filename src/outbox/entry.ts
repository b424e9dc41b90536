/** The way to the outbox from any page: what is heavy is loaded with the first call. */
import { presentIdentity } from '@/auth/identity';
import { logger } from '@/lib/logger';
import { type Draft, isUnsent, type Stored, type StoredCommand } from './command';
import type { DraftOf, KindName, PayloadOf } from './commands/kinds';
import type { Epochs } from './epochs';
import type { FlushReason } from './flush-parts';
import { pendingStore } from './pending-store';
import { withPatience } from './storage-fault';
import type { AllStored, EditOutcome } from './store';
import { visitorHere } from './visitor';

const DATABASE = 'danceflix-outbox';

/** On which the tab that writes tells those that began before there was anything to read. */
const BEGUN = 'danceflix-outbox-begun';

let loading: Promise<typeof import('./page')> | null = null;
let hearing: BroadcastChannel | null = null;
let follow: () => void = () => undefined;
let isLoaded = false;

/** What is to run once, as soon as there is an outbox on this page: whoever lets go of overlays. */
export function followWith(start: () => void): void {
  follow = start;
  // A heart on the first screen may have loaded it before the page comes to this.
  if (isLoaded) start();
}

/** Loads and starts the outbox once. Rejects when its chunk did not arrive; a later call tries again. */
export function needOutbox(): Promise<typeof import('./page')> {
  loading ??= import('./page').then((page) => {
    page.startPage();
    isLoaded = true;
    follow();
    return page;
  });
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** For a form that may be sent when the signal is gone: its code alone. Rejects when it did not arrive. */
export async function loadOutbox(): Promise<void> {
  await (loading ?? import('./page'));
}

/** Where the browser cannot tell, the database is looked into. */
async function neverWrote(): Promise<boolean> {
  try {
    const databases = await globalThis.indexedDB?.databases?.();
    return Boolean(databases && !databases.some(({ name }) => name === DATABASE));
  } catch (error) {
    // A blocked store throws at once instead of rejecting; looking into it says what becomes of it.
    logger.info('The databases are not listed', error);
    return false;
  }
}

/** On a phone that has never written anything there is nothing to start until some tab does. Never rejects. */
export async function startOutbox(): Promise<void> {
  // Before looking: what another tab writes meanwhile is heard of.
  hearOfTheFirst();
  if (await neverWrote()) {
    if (pendingStore.getState().commands === null) pendingStore.setState({ commands: [] });
    return;
  }
  stopHearing();
  await start();
}

async function start(): Promise<void> {
  try {
    await needOutbox();
  } catch (error) {
    logger.warn('The outbox did not start', error);
    pendingStore.setState({ failed: true });
  }
}

/** This tab may be the one that is left to send it. */
function hearOfTheFirst(): void {
  if (hearing || loading || typeof BroadcastChannel === 'undefined') return;
  hearing = new BroadcastChannel(BEGUN);
  hearing.onmessage = () => {
    stopHearing();
    void start();
  };
}

function stopHearing(): void {
  hearing?.close();
  hearing = null;
}

function tellOfTheFirst(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const telling = new BroadcastChannel(BEGUN);
  telling.postMessage(null);
  telling.close();
}

/**
 * Stores one write on this phone; it is sent as soon as it can be. Resolves once it is on the disk, or says why it is
 * not: then the form keeps what was typed. Never rejects.
 */
export async function enqueue<K extends KindName>(draft: DraftOf<K>): Promise<Stored<PayloadOf<K>>> {
  const stored = await enqueueAll([draft]);
  if (stored.kind !== 'stored') return stored;
  return { kind: 'stored', command: stored.commands[0] as StoredCommand<PayloadOf<K>> };
}

/** The same for writes that make no sense without each other: all of one person, or all of a visitor. */
export function enqueueAll(drafts: readonly [Draft, ...Draft[]]): Promise<AllStored> {
  return orBlocked(async () => {
    const { store, afterWrite } = await needOutbox();
    const visitor = drafts[0].userId === null ? visitorHere() : null;
    const stored = await store.addAll(drafts, visitor);
    if (stored.kind === 'stored') {
      for (const command of stored.commands) afterWrite(command);
      tellOfTheFirst();
    }
    return stored;
  });
}

/** Puts a new write in the place of one that was refused or has not been sent. */
export function edit(id: string, payload: unknown): Promise<EditOutcome> {
  return orBlocked(async () => {
    const { store, afterWrite } = await needOutbox();
    const outcome = await store.replace(id, payload);
    if (outcome.kind === 'stored') afterWrite(outcome.command, 'change');
    return outcome;
  });
}

/** Sends a refused one again, or a waiting one at once. Never rejects. */
export async function retry(id: string): Promise<void> {
  try {
    const { store, flushNow } = await needOutbox();
    await withPatience(store.retry(id));
    await flushNow('button', id);
  } catch (error) {
    logger.warn('Not sent again', error);
  }
}

/**
 * Lets one go, and what needs the row that it would have made. Cannot be taken back. Never rejects: one that could not be
 * let go stands where people see it.
 */
export async function discard(id: string): Promise<void> {
  try {
    const { store } = await needOutbox();
    await withPatience(store.discard(id));
    void flushNow('change');
  } catch (error) {
    logger.warn('Not let go', error);
  }
}

/** Lets one go that the server cannot have heard of. 'too-late': it may have, and the command stays. Never rejects. */
export function withdraw(id: string): Promise<{ kind: 'gone' | 'too-late' } | NotStoredOutcome> {
  return orBlocked(async () => {
    const { store } = await needOutbox();
    const gone = await withPatience(store.withdraw(id));
    if (gone) void flushNow('change');
    return { kind: gone ? 'gone' : 'too-late' };
  });
}

/** Resolves when all that can be sent now has been. Never rejects. */
export async function flushNow(reason: FlushReason): Promise<void> {
  try {
    const page = await needOutbox();
    await page.flushNow(reason);
  } catch (error) {
    logger.warn('Not sent', error);
  }
}

const askedAgain = new Set<string>();

/** Sends refused ones whose row has come once more, each once: the server answers with its receipt. Never rejects. */
export async function askAgain(ids: readonly string[]): Promise<void> {
  const fresh = ids.filter((id) => !askedAgain.has(id));
  if (fresh.length === 0) return;
  for (const id of fresh) askedAgain.add(id);
  try {
    const { store, flushNow } = await needOutbox();
    for (const id of fresh) await store.retry(id);
    await flushNow('change');
  } catch (error) {
    logger.info('What arrived late is not asked for', error);
  }
}

/**
 * The rows of this person (null: of visitors) are from `epoch` of the server, those of single tables from `epochs`. Never
 * rejects.
 */
export async function tellEpochs(epochs: Epochs, userId: string | null, epoch: string | null): Promise<void> {
  try {
    const { followEpochs } = await needOutbox();
    followEpochs(epochs, userId, epoch);
  } catch (error) {
    logger.warn('The outbox did not hear of the epoch', error);
  }
}

/** The screen has seen these in the replica. */
export async function settle(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { store } = await needOutbox();
  await store.settle(ids);
}

/**
 * A person's writes that are known on this phone, once they are: `last` of them is what a new one stands beside. Rejects
 * when the database does not answer.
 */
export async function commandsOf(userId: string): Promise<StoredCommand[]> {
  await needOutbox();
  let stop: () => void = () => undefined;
  const known = new Promise<readonly StoredCommand[]>((resolve) => {
    const { commands: now, failed } = pendingStore.getState();
    if (now || failed) return resolve(now ?? []);
    stop = pendingStore.subscribe((state) => {
      if (state.commands || state.failed) resolve(state.commands ?? []);
    });
  });
  try {
    return (await withPatience(known)).filter((one) => one.userId === userId);
  } finally {
    stop();
  }
}

/** A person's writes that have not been sent: for the question at sign-out. Rejects when they cannot be read. */
export async function unsentOf(userId: string): Promise<StoredCommand[]> {
  if (await neverWrote()) return [];
  const { store } = await needOutbox();
  const all = await withPatience(store.all());
  return all.filter((one) => one.userId === userId && isUnsent(one));
}

/** How many writes of the person who is signed in have not been sent. */
export async function unsentCount(): Promise<number> {
  const userId = presentIdentity()?.userId;
  return userId ? (await unsentOf(userId)).length : 0;
}

/**
 * With a sign-out. 'keep': what was not sent waits, invisible to others, until the same person is back; receipts go.
 * 'discard': everything of theirs goes.
 */
export async function leaveOutbox(userId: string, what: 'keep' | 'discard'): Promise<void> {
  const { store } = await needOutbox();
  await store.forget(userId, { unsent: what === 'discard' });
}

type NotStoredOutcome = Exclude<Stored, { kind: 'stored' }>;

async function orBlocked<T>(work: () => Promise<T>): Promise<T | NotStoredOutcome> {
  try {
    return await work();
  } catch (error) {
    logger.warn('Not stored', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}
