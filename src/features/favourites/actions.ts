/** Marking teachers: through the outbox, so that a tap without a connection counts. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import type { NotStored, StoredCommand } from '@/outbox/command';
import { commandsOf, discard, edit, enqueue } from '@/outbox/entry';
import { NOT_STORED } from '@/outbox/not-stored';
import { showToast } from '@/ui/toast';
import { FAVOURITES, wishTime } from './overlay';
import { dropTap, forgetTap, isKept, keepTap, keptTaps, noteTap, type Tap } from './taps';

/** The last tap on each heart that this page is storing, and when that is done. */
const storing = new Map<string, { id: string; done: Promise<void> }>();

/** The heart is as wished from this moment on, whatever becomes of this page. Never rejects. */
export function setFavourite(teacherId: string, wanted: boolean): Promise<void> {
  const userId = presentIdentity()?.userId;
  if (!userId) return Promise.resolve();
  const tap: Tap = { id: crypto.randomUUID(), userId, teacherId, wanted, at: Date.now() };
  const kept = keepTap(tap);
  return take(tap, () => !kept || isKept(tap), tellNotStored);
}

/** Stores what pages that are gone have left of the person who is here. Never rejects. */
export async function resumeTaps(): Promise<void> {
  const userId = presentIdentity()?.userId;
  const left = userId
    ? keptTaps(userId).filter(({ id, teacherId }) => storing.get(teacherId)?.id !== id)
    : [];
  await Promise.all(
    left.map((tap) =>
      take(
        tap,
        () => isKept(tap),
        async (reason) => {
          // Whoever tapped has been told that it was not stored; trying at every start would not mend it.
          logger.warn('A tap that was left is not stored', reason);
          forgetTap(tap);
        },
      ),
    ),
  );
}

/** `isDue`: no later tap has taken its place, and no other page has stored it. */
function take(
  tap: Tap,
  isDue: () => boolean,
  onNotStored: (reason: NotStored) => Promise<void>,
): Promise<void> {
  const { teacherId } = tap;
  noteTap(tap);
  const before = storing.get(teacherId)?.done ?? Promise.resolve();
  const store = async () => {
    // Of several taps only the last is a wish.
    if (storing.get(teacherId)?.id !== tap.id || !isDue()) return;
    const refused = await storeTap(tap);
    if (refused) await onNotStored(refused);
    if (refused !== 'blocked') forgetTap(tap);
  };
  const done = before
    .then(() => withLock(`danceflix-tap-${teacherId}`, new AbortController().signal, store))
    .catch((error: unknown) => {
      logger.warn('A favourite was not stored', error);
      return onNotStored('blocked');
    })
    .finally(() => {
      if (storing.get(teacherId)?.id !== tap.id) return;
      storing.delete(teacherId);
      dropTap(tap);
    });
  storing.set(teacherId, { id: tap.id, done });
  return done;
}

/** Null once it is in the outbox. A page that goes meanwhile ends here as 'blocked': the tap stays written down. */
async function storeTap({ id, userId, teacherId, wanted, at }: Tap): Promise<NotStored | null> {
  const commands = await commandsOf(userId);
  if (commands.some((command) => command.id === id)) return null;
  const last = commands.filter(({ entity }) => isAbout(entity, teacherId)).at(-1);
  const payload = { teacherId, wanted, wishedAt: wishTime(teacherId, commands, at) };
  if (last && (await isReplaced(last, payload))) return null;
  const outcome = await enqueue({
    id,
    kind: 'favourite.set',
    entity: { table: FAVOURITES, id: teacherId },
    payload,
    base: privateRowsOf(userId, privateStore.getState().rows)?.marksUpTo ?? null,
    userId,
  });
  return outcome.kind === 'stored' ? null : outcome.reason;
}

const isAbout = ({ table, id }: StoredCommand['entity'], teacherId: string) =>
  table === FAVOURITES && id === teacherId;

/** A wish that has not left this phone is changed; one that was refused gives way, or it would hold this one up. */
async function isReplaced(last: StoredCommand, payload: unknown): Promise<boolean> {
  if (last.status === 'queued' && last.attempts === 0) {
    return (await edit(last.id, payload)).kind === 'stored';
  }
  if (last.status === 'rejected') await discard(last.id);
  return false;
}

function tellNotStored(reason: NotStored): Promise<void> {
  return showToast({
    title: 'Não foi possível guardar',
    description: NOT_STORED[reason],
    variant: 'destructive',
    id: 'favourite',
  });
}
