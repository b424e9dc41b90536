/** Adds and removes favourites through the outbox, so that a tap without a connection counts. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { pause } from '@/lib/idle';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import { isOf } from '@/outbox/command';
import { favouriteSet } from '@/outbox/commands/favourite-set';
import { commandsOf } from '@/outbox/entry';
import { enqueueOver, type Queued } from '@/outbox/own';
import { notQueuedText } from '@/outbox/words';
import { showToast } from '@/ui/toast';
import { wishTime } from './overlay';
import { dropTap, forgetTap, isKept, keepTap, keptTaps, noteTap, type Tap } from './taps';

type NotQueued = Exclude<Queued, { kind: 'stored' }>;

/** Milliseconds that a notice is shown. */
const NOTICE_SHOWN = 4_000;

/** By teacher: the last tap that this page is storing, and the promise of its end. */
const storing = new Map<string, { id: string; done: Promise<boolean> }>();

/**
 * Shows the heart as being saved until the outbox has stored the change. Resolves to whether this change was stored and
 * is the last one about the teacher. Never rejects.
 */
export function setFavourite(teacherId: string, wanted: boolean): Promise<boolean> {
  const userId = presentIdentity()?.userId;
  if (!userId) return Promise.resolve(false);
  const base = privateRowsOf(userId, privateStore.getState().rows)?.marksUpTo ?? null;
  const tap: Tap = { id: crypto.randomUUID(), userId, teacherId, wanted, at: Date.now(), base };
  const kept = keepTap(tap);
  return storeInTurn(tap, () => !kept || isKept(tap));
}

/** Stores taps of the present user that closed pages left in local storage. Never rejects. */
export async function resumeTaps(): Promise<void> {
  const userId = presentIdentity()?.userId;
  const left = userId ? keptTaps(userId).filter((tap) => storing.get(tap.teacherId)?.id !== tap.id) : [];
  await Promise.all(left.map((tap) => storeInTurn(tap, () => isKept(tap))));
}

/** `isDue`: no later tap has replaced this one, and no other page has stored it. */
function storeInTurn(tap: Tap, isDue: () => boolean): Promise<boolean> {
  const { teacherId } = tap;
  noteTap(tap);
  const before: Promise<unknown> = storing.get(teacherId)?.done ?? Promise.resolve();
  const store = async () => {
    // Only the last of several taps on a heart is stored.
    if (storing.get(teacherId)?.id !== tap.id || !isDue()) return false;
    const refused = await storeTap(tap);
    if (refused) void showNotStored(tap, refused);
    else forgetTap(tap);
    return refused === null;
  };
  const done = before
    .then(() => withLock(`danceflix-tap-${teacherId}`, new AbortController().signal, store))
    .then((stored) => stored === true)
    .catch((error: unknown) => {
      logger.warn('The favourite could not be stored', error);
      void showNotStored(tap, { kind: 'not-stored', reason: 'blocked' });
      return false;
    })
    .finally(() => {
      if (storing.get(teacherId)?.id !== tap.id) return;
      storing.delete(teacherId);
      dropTap(tap);
    });
  storing.set(teacherId, { id: tap.id, done });
  return done;
}

/** Null once the command is in the outbox. */
async function storeTap({ id, userId, teacherId, wanted, at, base }: Tap): Promise<NotQueued | null> {
  const commands = await commandsOf(userId);
  if (commands.some((command) => command.id === id)) return null;
  const last = commands
    .filter(isOf('favourite.set'))
    .filter(({ entity }) => entity.id === teacherId)
    .at(-1);
  const payload = { teacherId, wanted, wishedAt: wishTime(teacherId, commands, at) };
  const outcome = await enqueueOver(last, favouriteSet, teacherId, payload, { base, id, userId });
  return outcome.kind === 'stored' ? null : outcome;
}

/**
 * Keeps the tap while the notice is shown: a write also fails when the page is closing, and then nothing is read and
 * the next page has to store the tap.
 */
async function showNotStored(tap: Tap, outcome: NotQueued): Promise<void> {
  await showToast({
    title: 'Não foi possível salvar',
    description: notQueuedText(outcome),
    variant: 'destructive',
    id: 'favourite',
  });
  await pause(NOTICE_SHOWN);
  forgetTap(tap);
}
