/** Marking teachers: through the outbox, so that a tap without a connection counts. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import type { NotStored, StoredCommand } from '@/outbox/command';
import { commandsOf, discard, edit, enqueue } from '@/outbox/entry';
import { NOT_STORED } from '@/outbox/not-stored';
import { showToast } from '@/ui/toast';
import { FAVOURITES, wishTime } from './overlay';
import { dropTap, noteTap, tapStore } from './taps';

/** The last tap of each teacher that is being stored. */
const storing = new Map<string, Promise<void>>();

/** The heart is as wished from this moment on. Never rejects. */
export function setFavourite(teacherId: string, wanted: boolean): Promise<void> {
  const userId = presentIdentity()?.userId;
  if (!userId) return Promise.resolve();
  noteTap(teacherId, wanted);
  const before = storing.get(teacherId) ?? Promise.resolve();
  const stored = before
    .then(() => store(userId, teacherId, wanted))
    .finally(() => {
      if (storing.get(teacherId) !== stored) return;
      storing.delete(teacherId);
      dropTap(teacherId);
    });
  storing.set(teacherId, stored);
  return stored;
}

async function store(userId: string, teacherId: string, wanted: boolean): Promise<void> {
  // Of several taps only the last is a wish.
  if (tapStore.getState().taps.get(teacherId) !== wanted) return;
  try {
    const commands = await commandsOf(userId);
    const last = commands.filter(({ entity }) => isAbout(entity, teacherId)).at(-1);
    const payload = { teacherId, wanted, wishedAt: wishTime(teacherId, commands, Date.now()) };
    if (last && (await isReplaced(last, payload))) return;
    const outcome = await enqueue({
      kind: 'favourite.set',
      entity: { table: FAVOURITES, id: teacherId },
      payload,
      base: privateRowsOf(userId, privateStore.getState().rows)?.marksUpTo ?? null,
      userId,
    });
    if (outcome.kind === 'not-stored') await tellNotStored(outcome.reason);
  } catch (error) {
    logger.warn('A favourite was not stored', error);
    await tellNotStored('blocked');
  }
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
