/** Adds and removes favourites through the outbox, so that a change without a connection counts. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import { freshId } from '@/lib/browser/random';
import { pause } from '@/lib/idle';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import { favouriteSet } from '@/outbox/commands/favourite-set';
import { commandsOf } from '@/outbox/entry';
import { enqueueOver, type Queued } from '@/outbox/own';
import { isOf } from '@/outbox/stored-command';
import { notQueuedText } from '@/outbox/words';
import { showToast } from '@/ui/toast';
import { changeTime } from './overlay';
import {
  addUnstored,
  dropUnstored,
  type FavouriteChange,
  forgetChange,
  isKept,
  keepChange,
  keptChanges,
} from './unstored-changes';

type NotQueued = Exclude<Queued, { kind: 'stored' }>;

/** Milliseconds that a notice is shown. */
const NOTICE_SHOWN = 4_000;

/** By teacher: the last change that this page is storing, and the promise of its end. */
const storing = new Map<string, { id: string; done: Promise<boolean> }>();

/**
 * Shows the heart as being saved until the outbox has stored the change. Resolves to whether this change was stored and
 * is the last one about the teacher. Never rejects.
 */
export function setFavourite(teacherId: string, wanted: boolean): Promise<boolean> {
  const userId = presentIdentity()?.userId;
  if (!userId) return Promise.resolve(false);
  const base = privateRowsOf(userId, privateStore.getState().rows)?.marksUpTo ?? null;
  const change: FavouriteChange = {
    id: freshId(),
    userId,
    teacherId,
    wanted,
    at: Date.now(),
    base,
  };
  const kept = keepChange(change);
  return storeInTurn(change, () => !kept || isKept(change));
}

/** Stores changes of the present user that closed pages left in local storage. Never rejects. */
export async function resumeChanges(): Promise<void> {
  const userId = presentIdentity()?.userId;
  const left = userId
    ? keptChanges(userId).filter((change) => storing.get(change.teacherId)?.id !== change.id)
    : [];
  await Promise.all(left.map((change) => storeInTurn(change, () => isKept(change))));
}

/** `isDue`: no later change has replaced this one, and no other page has stored it. */
function storeInTurn(change: FavouriteChange, isDue: () => boolean): Promise<boolean> {
  const { teacherId } = change;
  addUnstored(change);
  const before: Promise<unknown> = storing.get(teacherId)?.done ?? Promise.resolve();
  const store = async () => {
    // Only the last of several changes on a heart is stored.
    if (storing.get(teacherId)?.id !== change.id || !isDue()) return false;
    const refused = await storeChange(change);
    if (refused) void showNotStored(change, refused);
    else forgetChange(change);
    return refused === null;
  };
  const done = before
    .then(() => withLock(`danceflix-tap-${teacherId}`, new AbortController().signal, store))
    .then((stored) => stored === true)
    .catch((error: unknown) => {
      logger.warn('The favourite could not be stored', error);
      void showNotStored(change, { kind: 'not-stored', reason: 'blocked' });
      return false;
    })
    .finally(() => {
      if (storing.get(teacherId)?.id !== change.id) return;
      storing.delete(teacherId);
      dropUnstored(change);
    });
  storing.set(teacherId, { id: change.id, done });
  return done;
}

/** Null once the command is in the outbox. */
async function storeChange({
  id,
  userId,
  teacherId,
  wanted,
  at,
  base,
}: FavouriteChange): Promise<NotQueued | null> {
  const commands = await commandsOf(userId);
  if (commands.some((command) => command.id === id)) return null;
  const last = commands
    .filter(isOf('favourite.set'))
    .filter(({ entity }) => entity.id === teacherId)
    .at(-1);
  const payload = { teacherId, wanted, wishedAt: changeTime(teacherId, commands, at) };
  const outcome = await enqueueOver(last, favouriteSet, teacherId, payload, { base, id, userId });
  return outcome.kind === 'stored' ? null : outcome;
}

/**
 * Keeps the change while the notice is shown: a write also fails when the page is closing, and then nothing is read and
 * the next page has to store the change.
 */
async function showNotStored(change: FavouriteChange, outcome: NotQueued): Promise<void> {
  await showToast({
    title: 'Não foi possível salvar',
    description: notQueuedText(outcome),
    variant: 'destructive',
    id: 'favourite',
  });
  await pause(NOTICE_SHOWN);
  forgetChange(change);
}
