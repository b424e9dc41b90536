/** Writes lesson requests through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import { typedWish, wishColumns } from '@/db/rows/wish-fields';
import { sendable } from '@/lib/sent-text';
import { isUnheard } from '@/outbox/command';
import { lessonRequestAnswer } from '@/outbox/commands/lesson-request-answer';
import { lessonRequestCancel } from '@/outbox/commands/lesson-request-cancel';
import {
  type LessonRequestCreate,
  lessonRequestCreate,
  type Wish,
} from '@/outbox/commands/lesson-request-create';
import { discard, edit, withdraw } from '@/outbox/entry';
import { enqueueOwn, type Queued } from '@/outbox/own';
import { pendingStore } from '@/outbox/pending-store';
import { isOf, type StoredCommand } from '@/outbox/stored-command';
import { cancelledBefore, type ShownRequest } from './overlay';
import { wishOf } from './waiting';

export type Outcome =
  /** The write is on this device and is sent as soon as possible. */
  { kind: 'stored'; requestId: string } | Exclude<Queued, { kind: 'stored' }>;

const about = (requestId: string, outcome: Queued): Outcome =>
  outcome.kind === 'stored' ? { kind: 'stored', requestId } : outcome;

/** `id`: of the request and of the command. The form creates it once, so that a second tap is the same write. */
export async function askForLessons(id: string, wish: Wish): Promise<Outcome> {
  const payload = asked(presentIdentity()?.userId ?? null, id, wish);
  return about(id, await enqueueOwn(lessonRequestCreate, id, payload, { id }));
}

function asked(userId: string | null, id: string, wish: Wish): LessonRequestCreate {
  const rows = privateRowsOf(userId, privateStore.getState().rows)?.lessonRequests ?? [];
  const own = (pendingStore.getState().commands ?? []).filter((one) => one.userId === userId);
  const after = cancelledBefore(wish.teacher_id, rows, own);
  return { request: { id, ...wish }, ...(after.length > 0 ? { after } : {}) };
}

/** Asks another teacher for the same wish: the same style, days, times and text. `id` as in `askForLessons`. */
export function askBesides(request: ShownRequest, teacherId: string, id: string): Promise<Outcome> {
  return askForLessons(id, {
    teacher_id: teacherId,
    dance_style_id: request.dance_style_id,
    ...wishColumns(typedWish(request)),
    wish_id: wishOf(request),
  });
}

/** Refusals after which a request can no longer join its wish: edited, it stands alone. */
const WISH_OVER = new Set(['wish_granted', 'request_unknown', 'already_asked']);

/** Replaces a refused request with a changed one; creates a new request where the refused one cannot be replaced. */
export async function askAgain(refused: StoredCommand, freshId: string, wish: Wish): Promise<Outcome> {
  const { id } = refused.entity;
  // The id itself was refused, so only a new id helps.
  if (refused.error?.hint !== 'request_exists') {
    const wish_id = isOf('lesson_request.create')(refused) ? refused.payload.request.wish_id : undefined;
    const joins = wish_id !== undefined && !WISH_OVER.has(refused.error?.hint ?? '');
    const outcome = await edit(refused.id, asked(refused.userId, id, { ...wish, ...(joins && { wish_id }) }));
    if (outcome.kind === 'stored') return { kind: 'stored', requestId: id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  const outcome = await askForLessons(freshId, wish);
  if (outcome.kind === 'stored' && refused.error?.hint === 'request_exists') await discard(refused.id);
  return outcome;
}

export async function answerRequest(
  request: ShownRequest,
  answer: 'accept' | 'decline',
  reason: string,
): Promise<Outcome> {
  const { id, version } = request;
  const words = answer === 'decline' ? sendable(reason) || null : null;
  const payload = { requestId: id, answer, reason: words };
  const outcome = await enqueueOwn(lessonRequestAnswer, id, payload, { base: version });
  if (outcome.kind === 'stored') await discardRefused(request);
  return about(id, outcome);
}

/** Ends a request: one that has never left this device is discarded, any other is cancelled on the server. */
export async function cancelRequest(request: ShownRequest, reason: string): Promise<Outcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const { id, version, write } = request;
  if (isOnlyHere(request) && write) {
    const outcome = await withdraw(write.id);
    if (outcome.kind === 'gone') return { kind: 'stored', requestId: id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  const payload = { requestId: id, reason: sendable(reason) || null };
  const base = version === 0 ? null : version;
  const outcome = await enqueueOwn(lessonRequestCancel, id, payload, { base, userId });
  if (outcome.kind === 'stored') await discardRefused(request);
  return about(id, outcome);
}

/** Discards the refused write that the new one replaces, since commands on one request are sent in order. */
async function discardRefused({ write }: ShownRequest): Promise<void> {
  if (write?.status === 'rejected' && write.kind !== 'lesson_request.create') await discard(write.id);
}

/** Whether the server cannot know the request, as far as this screen can tell. */
export function isOnlyHere({ stored, write }: ShownRequest): boolean {
  return !stored && write?.kind === 'lesson_request.create' && isUnheard(write);
}
