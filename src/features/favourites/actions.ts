/** Marking teachers: through the outbox, so that a tap without a connection counts. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { pause } from '@/lib/idle';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import type { NotStored, StoredCommand } from '@/outbox/command';
import { commandsOf, edit, enqueue } from '@/outbox/entry';
import { NOT_STORED } from '@/outbox/not-stored';
import { showToast } from '@/ui/toast';
import { FAVOURITES, wishTime } from './overlay';
import { dropTap, forgetTap, isKept, keepTap, keptTaps, noteTap, type Tap } from './taps';

/** Milliseconds that a notice stands. */
const READ = 4_000;

/** The last tap on each heart that this page is storing, and when that is done. */
const storing = new Map<string, { id: string; done: Promise<boolean> }>();

/**
 * The heart is shown as being saved until this phone has stored it. Resolves to whether it has, and was the last wish
 * about this teacher. Never rejects.
 */
export function setFavourite(teacherId: string, wanted: boolean): Promise<boolean> {
  const userId = presentIdentity()?.userId;
  if (!userId) return Promise.resolve(false);
  const base = privateRowsOf(userId, privateStore.getState().rows)?.marksUpTo ?? null;
  const tap: Tap = { id: crypto.randomUUID(), userId, teacherId, wanted, at: Date.now(), base };
  const kept = keepTap(tap);
  return take(tap, () => !kept || isKept(tap));
}

/** Stores what pages that are gone have left of the person who is here. Never rejects. */
export async function resumeTaps(): Promise<void> {
  const userId = presentIdentity()?.userId;
  const left = userId ? keptTaps(userId).filter((tap) => storing.get(tap.teacherId)?.id !== tap.id) : [];
  await Promise.all(left.map((tap) => take(tap, () => isKept(tap))));
}

/** `isDue`: no later tap has taken its place, and no other page has stored it. */
function take(tap: Tap, isDue: () => boolean): Promise<boolean> {
  const { teacherId } = tap;
  noteTap(tap);
  const before: Promise<unknown> = storing.get(teacherId)?.done ?? Promise.resolve();
  const store = async () => {
    // Of several taps only the last is a wish.
    if (storing.get(teacherId)?.id !== tap.id || !isDue()) return false;
    const refused = await storeTap(tap);
    if (refused) void tellNotStored(tap, refused);
    else forgetTap(tap);
    return refused === null;
  };
  const done = before
    .then(() => withLock(`danceflix-tap-${teacherId}`, new AbortController().signal, store))
    .then((stored) => stored === true)
    .catch((error: unknown) => {
      logger.warn('A favourite was not stored', error);
      void tellNotStored(tap, 'blocked');
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

/** Null once it is in the outbox. */
async function storeTap({ id, userId, teacherId, wanted, at, base }: Tap): Promise<NotStored | null> {
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
    base,
    userId,
  });
  return outcome.kind === 'stored' ? null : outcome.reason;
}

const isAbout = ({ table, id }: StoredCommand['entity'], teacherId: string) =>
  table === FAVOURITES && id === teacherId;

/** A wish that has not left this phone is changed, and one that was refused, which would hold this one up. */
async function isReplaced({ id, status, attempts }: StoredCommand, payload: unknown): Promise<boolean> {
  const isUnheard = status === 'rejected' || (status === 'queued' && attempts === 0);
  return isUnheard && (await edit(id, payload)).kind === 'stored';
}

/** What a page that is going could not store looks the same, and nobody reads its notice: the next page has it then. */
async function tellNotStored(tap: Tap, reason: NotStored): Promise<void> {
  await showToast({
    title: 'Não foi possível guardar',
    description: NOT_STORED[reason],
    variant: 'destructive',
    id: 'favourite',
  });
  await pause(READ);
  forgetTap(tap);
}
