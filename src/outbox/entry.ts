/** The public functions of the outbox, for any page: the first call loads it. */
import { presentIdentity } from '@/auth/identity';
import { logger } from '@/lib/logger';
import { type Draft, isUnsent, type RawCommand, type Stored } from './command';
import type { DraftOf, KindName } from './commands/kinds';
import type { Epochs } from './epochs';
import type { FlushReason } from './flush-parts';
import { needOutbox, tellOfTheFirst } from './load';
import { neverWrote } from './never-wrote';
import { pendingStore } from './pending-store';
import { withPatience } from './storage-fault';
import type { AllStored, EditOutcome } from './store';
import type { StoredCommand } from './stored-command';
import { visitorHere } from './visibility';

/**
 * Stores one write on this phone; it is sent as soon as possible. Resolves once it is on the disk, or with the reason
 * why it was not stored, so that the form keeps its values. Never rejects.
 */
export async function enqueue<K extends KindName>(draft: DraftOf<K>): Promise<Stored> {
  const outcome = await enqueueAll([draft]);
  if (outcome.kind !== 'stored') return outcome;
  const [command] = outcome.commands;
  return command ? { kind: 'stored', command } : { kind: 'not-stored', reason: 'blocked' };
}

/** Like `enqueue`, for writes that only make sense together: all of one person, or all of one visitor. */
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

/** Replaces a write that was refused or has not been sent. */
export function edit(id: string, payload: unknown): Promise<EditOutcome> {
  return orBlocked(async () => {
    const { store, afterWrite } = await needOutbox();
    const outcome = await store.replace(id, payload);
    if (outcome.kind === 'stored') afterWrite(outcome.command, 'change');
    return outcome;
  });
}

/** Sends a refused command again, or a waiting one at once. Never rejects. */
export async function retry(id: string): Promise<void> {
  try {
    const { store, flushNow } = await needOutbox();
    await withPatience(store.retry(id));
    await flushNow('button', id);
  } catch (error) {
    logger.warn('A command was not sent again', error);
  }
}

/**
 * Discards a command and every command that depends on the row it creates. Never rejects: after a failure the command
 * stays visible in 'Envios pendentes'.
 */
export async function discard(id: string): Promise<void> {
  try {
    const { store } = await needOutbox();
    await withPatience(store.discard(id));
    void flushNow('change');
  } catch (error) {
    logger.warn('A command was not discarded', error);
  }
}

/** Discards a command that the server cannot have heard of; 'too-late' when it may have. Never rejects. */
export function withdraw(id: string): Promise<{ kind: 'gone' | 'too-late' } | NotStoredOutcome> {
  return orBlocked(async () => {
    const { store } = await needOutbox();
    const gone = await withPatience(store.withdraw(id));
    if (gone) void flushNow('change');
    return { kind: gone ? 'gone' : 'too-late' };
  });
}

/** Resolves when every command that can be sent now has been sent. Never rejects. */
export async function flushNow(reason: FlushReason): Promise<void> {
  try {
    const page = await needOutbox();
    await page.flushNow(reason);
  } catch (error) {
    logger.warn('The outbox was not flushed', error);
  }
}

const askedAgain = new Set<string>();

/**
 * Sends refused commands again whose row has arrived all the same, each once: the server answers with its receipt.
 * Never rejects.
 */
export async function askAgain(ids: readonly string[]): Promise<void> {
  const fresh = ids.filter((id) => !askedAgain.has(id));
  if (fresh.length === 0) return;
  for (const id of fresh) askedAgain.add(id);
  try {
    const { store, flushNow } = await needOutbox();
    for (const id of fresh) await store.retry(id);
    await flushNow('change');
  } catch (error) {
    logger.info('The receipt of a refused write was not requested', error);
  }
}

/**
 * Tells the outbox that the rows of this person (null: of visitors) belong to `epoch` of the server, and those of
 * single tables to `epochs`. Never rejects.
 */
export async function tellEpochs(epochs: Epochs, userId: string | null, epoch: string | null): Promise<void> {
  try {
    const { followEpochs } = await needOutbox();
    followEpochs(epochs, userId, epoch);
  } catch (error) {
    logger.warn('The outbox did not take the new epoch', error);
  }
}

/** Marks delivered commands whose effect the replica holds, so that they are no longer overlaid. */
export async function settle(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { store } = await needOutbox();
  await store.settle(ids);
}

/**
 * A person's writes on this phone, once they are read: a new write may replace the last one. Rejects when the database
 * does not answer.
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

/** A person's unsent writes, for the question at sign-out. Rejects when they cannot be read. */
export async function unsentOf(userId: string): Promise<RawCommand[]> {
  if (await neverWrote()) return [];
  const { store } = await needOutbox();
  const all = await withPatience(store.all());
  return all.filter((one) => one.userId === userId && isUnsent(one));
}

/** The number of unsent writes of the signed-in person. */
export async function unsentCount(): Promise<number> {
  const userId = presentIdentity()?.userId;
  return userId ? (await unsentOf(userId)).length : 0;
}

/**
 * Cleans up at sign-out. 'keep': unsent writes wait, invisible to others, until the same person signs in again;
 * receipts are deleted. 'discard': all of the person's commands are deleted.
 */
export async function leaveOutbox(userId: string, what: 'keep' | 'discard'): Promise<void> {
  const { store } = await needOutbox();
  await store.forget(userId, { unsent: what === 'discard' });
  if (what === 'discard') await tellNothingWaits(userId);
}

/**
 * Before a sign-out that leaves no write behind: the server hears it while the person's token is here. Waits some seconds
 * at most, and never rejects.
 */
export async function tellNothingWaits(userId: string): Promise<void> {
  try {
    const page = await needOutbox();
    await page.tellNothingWaits(userId);
  } catch (error) {
    logger.info('The server was not told that nothing waits', error);
  }
}

type NotStoredOutcome = Exclude<Stored, { kind: 'stored' }>;

async function orBlocked<T>(work: () => Promise<T>): Promise<T | NotStoredOutcome> {
  try {
    return await work();
  } catch (error) {
    logger.warn('A write was not stored', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}
