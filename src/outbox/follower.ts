/**
 * Follows delivered commands: pulls the rows that they change, settles each overlay once the replica has caught up
 * (each kind says when), and tells the outbox the epoch of the rows on this phone.
 */
import { presentIdentity } from '@/auth/identity';
import { logger } from '@/lib/logger';
import { isSettled } from './command';
import { KINDS, known } from './commands/kinds';
import { askAgain, settle, tellEpochs } from './entry';
import type { Held, Kind, OwnCollection } from './kind';
import { pendingStore } from './pending-store';
import type { StoredCommand } from './stored-command';

/** The rows on this phone, as far as the follower needs them. */
export interface Replica {
  /** The rows of the signed-in person. */
  held(): Held;
  /** The epoch of the content here, and that of each collection of own rows; null while they are not read. */
  epochs(): { epoch: string | null; own: Readonly<Record<OwnCollection, string | null>> | null } | null;
  /** Calls `changed` after every change of `held` or `epochs`. */
  subscribe(changed: () => void): void;
  /** Observes the Mural's posts until the returned function is called. */
  watchContent(changed: () => void): () => void;
  pull(what: 'own' | 'content'): Promise<void>;
}

/** Starts the follower; call once. */
export function followOutbox(replica: Replica): void {
  let pulledFor = '';
  let toldEpochs = '';
  let unwatch: (() => void) | null = null;

  const follow = () => {
    const userId = presentIdentity()?.userId ?? null;
    const own = (pendingStore.getState().commands ?? []).filter((one) => one.userId === userId);
    const waiting = userId === null ? [] : own.filter((one) => !isSettled(one));
    const needs = new Set(waiting.map((one) => known(one)?.kind.comesWith));
    if (needs.has('content')) unwatch ??= replica.watchContent(follow);
    else {
      unwatch?.();
      unwatch = null;
    }
    if (userId !== null) {
      void askAgain(arrivedLate(own, replica));
      const ids = settledAmong(own, replica);
      settle(ids).catch((error: unknown) => logger.info('Overlays were not settled', error));
    }
    pull(waiting, needs);
  };

  const pull = (waiting: readonly StoredCommand[], needs: ReadonlySet<string | undefined>) => {
    const key = waiting.map(({ id }) => id).join();
    if (key === pulledFor) return;
    pulledFor = key;
    for (const what of ['own', 'content'] as const) {
      if (!needs.has(what)) continue;
      replica.pull(what).catch((error: unknown) => logger.info('Delivered writes were not pulled', error));
    }
  };

  const tell = () => {
    const told = replica.epochs();
    if (told === null) return;
    const userId = presentIdentity()?.userId ?? null;
    const epochs = told.own ? epochsByTable(told.own) : {};
    const key = JSON.stringify([userId, told.epoch, epochs]);
    if (key === toldEpochs) return;
    toldEpochs = key;
    void tellEpochs(epochs, userId, told.epoch);
  };

  replica.subscribe(() => {
    tell();
    follow();
  });
  pendingStore.subscribe(follow);
  tell();
  follow();
}

/** Ids of delivered commands whose effect the replica holds. */
export function settledAmong(own: readonly StoredCommand[], { held }: Pick<Replica, 'held'>): string[] {
  const waiting = own.filter((one) => !isSettled(one));
  if (waiting.length === 0) return [];
  const now = held();
  return waiting
    .filter((one) => {
      const found = known(one);
      return found && one.ack && found.kind.caughtUp?.(found.command, one.ack, now, own);
    })
    .map(({ id }) => id);
}

/**
 * Ids of refused commands that arrived all the same: the server did not know of the first attempt yet when the
 * repetition was refused, and now the replica holds the row that the command creates.
 */
export function arrivedLate(own: readonly StoredCommand[], { held }: Pick<Replica, 'held'>): string[] {
  const refused = own.filter(({ status, attempts }) => status === 'rejected' && attempts > 1);
  if (refused.length === 0) return [];
  const now = held();
  return refused
    .filter((one) => {
      const found = known(one);
      return found?.kind.creates && found.kind.isHeld?.(found.command, now);
    })
    .map(({ id }) => id);
}

function epochsByTable(own: Readonly<Record<OwnCollection, string | null>>): Record<string, string | null> {
  const kinds: readonly Pick<Kind<unknown>, 'table' | 'collection'>[] = Object.values(KINDS);
  return Object.fromEntries(
    kinds.flatMap(({ table, collection }) => (collection ? [[table, own[collection]]] : [])),
  );
}
