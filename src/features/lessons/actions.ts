/** What people do with lesson requests: through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { sendable } from '@/lib/text';
import type { StoredCommand } from '@/outbox/command';
import type { LessonRequestCreate } from '@/outbox/commands/lesson-request-create';
import { discard, edit, enqueue, withdraw } from '@/outbox/entry';
import { pendingStore } from '@/outbox/pending-store';
import { cancelledBefore, REQUESTS, type ShownRequest } from './overlay';

export type Outcome =
  /** It is on this phone, and goes as soon as it can. */
  | { kind: 'stored'; requestId: string }
  | { kind: 'not-stored'; reason: 'full' | 'blocked' }
  | { kind: 'signed-out' };

export type Wish = Omit<LessonRequestCreate['request'], 'id'>;

/** `id`: of the request and of the command, made once by the form, so that a second tap is the same write. */
export async function askForLessons(id: string, wish: Wish): Promise<Outcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const outcome = await enqueue({
    id,
    kind: 'lesson_request.create',
    entity: { table: REQUESTS, id },
    payload: asked(userId, id, wish),
    base: null,
    userId,
  });
  return outcome.kind === 'stored' ? { kind: 'stored', requestId: id } : outcome;
}

function asked(userId: string | null, id: string, wish: Wish): LessonRequestCreate {
  const rows = privateRowsOf(userId, privateStore.getState().rows)?.lessonRequests ?? [];
  const own = (pendingStore.getState().commands ?? []).filter((one) => one.userId === userId);
  const after = cancelledBefore(wish.teacher_id, rows, own);
  return { request: { id, ...wish }, ...(after.length > 0 ? { after } : {}) };
}

/** Puts a new wish in the place of one that the server refused; a request of its own where that cannot be. */
export async function askAgain(refused: StoredCommand, freshId: string, wish: Wish): Promise<Outcome> {
  const { id } = refused.entity;
  // The number itself was refused: only another one helps.
  if (refused.error?.hint !== 'request_exists') {
    const outcome = await edit(refused.id, asked(refused.userId, id, wish));
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
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const outcome = await enqueue({
    kind: 'lesson_request.answer',
    entity: { table: REQUESTS, id },
    payload: { requestId: id, answer, reason: answer === 'decline' ? sendable(reason) || null : null },
    base: version,
    userId,
  });
  if (outcome.kind === 'stored') await letGoOfRefused(request);
  return outcome.kind === 'stored' ? { kind: 'stored', requestId: id } : outcome;
}

/** What has never left this phone just goes; everything else is ended by the server. */
export async function cancelRequest(request: ShownRequest, reason: string): Promise<Outcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const { id, version, write } = request;
  if (isOnlyHere(request) && write) {
    const outcome = await withdraw(write.id);
    if (outcome.kind === 'gone') return { kind: 'stored', requestId: id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  const outcome = await enqueue({
    kind: 'lesson_request.cancel',
    entity: { table: REQUESTS, id },
    payload: { requestId: id, reason: sendable(reason) || null },
    base: version === 0 ? null : version,
    userId,
  });
  if (outcome.kind === 'stored') await letGoOfRefused(request);
  return outcome.kind === 'stored' ? { kind: 'stored', requestId: id } : outcome;
}

/** What is done now takes the place of what was refused, which would hold it up. */
async function letGoOfRefused({ write }: ShownRequest): Promise<void> {
  if (write?.status === 'rejected' && write.kind !== 'lesson_request.create') await discard(write.id);
}

/** As this screen knows it, the server cannot have heard of it. */
export function isOnlyHere({ stored, write }: ShownRequest): boolean {
  if (stored || write?.kind !== 'lesson_request.create') return false;
  return write.status === 'rejected' || (write.status === 'queued' && write.attempts === 0);
}
