/**
 * Tells the server how many of a person's writes wait on this phone: should the site's data be cleared, the writes are
 * lost with them, and only the server can say that there were any. Delivery never waits for it, and a failure changes
 * nothing: the next round of sending announces again.
 */
import { presentIdentity } from '@/auth/identity';
import { accessFor } from '@/auth/session/refresh';
import { readSession } from '@/auth/session/stored-session';
import { freshId } from '@/lib/browser/random';
import { connection } from '@/lib/connection';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import { callProcedure, RestFailure } from '@/lib/rest';
import { fieldsOf, isNumber, isText } from '@/lib/stored';
import { showAnnounced } from './announced';
import type { RawCommand } from './command';
import { type Announced, type Device, deviceOf } from './device';
import type { FlushReason } from './flush-parts';

const LOCK = 'danceflix-announce';
/** The most that the server takes. */
const MOST = 10_000;
/** Milliseconds without another try after the server has refused: it does not know the call, or the account is suspended. */
const REST = 60 * 60_000;

const NEW = { told: null, epoch: null, others: null, isRead: false } as const;
const forEver = new AbortController().signal;
const restsUntil = new Map<string, number>();

export interface Waiting {
  userId: string;
  /** How many of the person's writes have not been delivered, refused ones included. */
  waiting: number;
  /** The server's, as the rows on this phone came with it: one that was restored from a backup has to hear it again. */
  epoch: string | null;
}

/**
 * For a round of sending, whose delivery does not wait for it: at its end, and at its begin when several writes have
 * waited. One that was just made is sooner sent than announced. Never rejects.
 */
export async function announceUnsent(
  commands: readonly RawCommand[],
  when: FlushReason | 'end',
  epoch: string | null,
  ask: typeof askServer = askServer,
): Promise<void> {
  const userId = presentIdentity()?.userId;
  if (userId === undefined) return;
  const waiting = commands.filter((one) => one.userId === userId).length;
  if (when !== 'end' && (waiting < 2 || when === 'write' || when === 'change')) return;
  await announceWaiting({ userId, waiting, epoch }, ask);
}

/** Announces the number if the server has not heard it. Of two tabs one does. Never rejects. */
export async function announceWaiting(now: Waiting, ask: typeof askServer = askServer): Promise<void> {
  const { userId } = now;
  if (connection.get() === 'offline' || presentIdentity()?.userId !== userId) return;
  if (performance.now() < (restsUntil.get(userId) ?? 0)) return;
  try {
    await withLock(LOCK, forEver, () => tell(now, ask));
  } catch (error) {
    const status = error instanceof RestFailure && error.kind === 'refused' ? (error.status ?? 0) : 0;
    if (status >= 400 && status < 500) restsUntil.set(userId, performance.now() + REST);
    logger.info('Waiting writes were not announced', error);
  }
}

async function tell({ userId, waiting, epoch }: Waiting, ask: typeof askServer): Promise<void> {
  const device = await deviceOf(userId);
  // A sign-out removes the session first, then the device: it must not come back.
  if (readSession()?.userId !== userId) return;
  const known: Device = device.read() ?? { ...NEW, id: freshId() };
  const number = Math.min(waiting, MOST);
  const isRestored = known.epoch !== null && epoch !== null && known.epoch !== epoch;
  if (known.told === number && known.others && !isRestored) return;
  // Without a stored id each announcement would come from a new device, and the former ones would look lost.
  if (!device.write({ ...known, told: null })) return;
  const answer = readAnswer(await ask(userId, { device: known.id, waiting: number }), userId);
  const present = device.read();
  // The person has left this phone, and another tab has forgotten the device.
  if (present?.id !== known.id) return;
  device.write({
    ...present,
    told: number,
    epoch: number > 0 || known.epoch !== null ? answer.epoch : null,
    others: known.others ?? answer.others,
  });
  if (!known.others) await showAnnounced(userId);
}

async function askServer(userId: string, args: { device: string; waiting: number }): Promise<unknown> {
  const access = await accessFor(userId);
  if (access.kind !== 'ok') throw new RestFailure('aborted', 'announce_waiting: no token');
  return callProcedure('announce_waiting', args, undefined, access.session.accessToken);
}

/** Throws when it is the answer to another person. */
function readAnswer(answer: unknown, userId: string): { epoch: string | null; others: Announced[] } {
  const told = fieldsOf(answer);
  if (told.user_id !== userId || !Array.isArray(told.others)) {
    throw new RestFailure('malformed', 'announce_waiting: response of another person');
  }
  return {
    epoch: isText(told.epoch) ? told.epoch : null,
    others: told.others.flatMap((one) => {
      const { waiting, announced_at } = fieldsOf(one);
      const at = isText(announced_at) ? Date.parse(announced_at) : Number.NaN;
      return isNumber(waiting) && isNumber(at) ? [{ waiting, at }] : [];
    }),
  };
}
