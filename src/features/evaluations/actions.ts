/** Writes evaluations through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { readSession } from '@/auth/session/stored-session';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import { sendable } from '@/lib/sent-text';
import { evaluationSave } from '@/outbox/commands/evaluation-save';
import { discard, edit } from '@/outbox/entry';
import { enqueueOwn, type Queued } from '@/outbox/own';
import { pendingStore } from '@/outbox/pending-store';
import { evaluationDraftId } from './draft';
import { savesOf, shownEvaluation } from './overlay';

export interface NewEvaluation {
  requestId: string;
  /** 1 to 5. */
  rating: number;
  comment: string;
  isAnonymous: boolean;
}

/** Stores a new evaluation, or a change of the user's own one, which keeps its id. */
export async function saveEvaluation(wanted: NewEvaluation): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId || readSession()?.userId !== userId) return { kind: 'signed-out' };
  const rows = privateRowsOf(userId, privateStore.getState().rows)?.evaluations ?? [];
  const commands = (pendingStore.getState().commands ?? []).filter((one) => one.userId === userId);
  const last = savesOf(wanted.requestId, commands).at(-1);
  // `evaluation_exists`: the id belongs to another evaluation, so this one needs a new id.
  const taken = last?.status === 'rejected' && last.error?.hint === 'evaluation_exists' ? last : null;
  const shown = shownEvaluation(wanted.requestId, rows, commands);
  const payloadOf = (id: string) => ({
    evaluation: {
      id,
      lesson_request_id: wanted.requestId,
      rating: wanted.rating,
      comment: sendable(wanted.comment) || null,
      is_anonymous: wanted.isAnonymous,
    },
  });

  // An undelivered or refused write is replaced, so that the server receives one evaluation, not two.
  if (last && !taken && last.status !== 'delivered') {
    const outcome = await edit(last.id, payloadOf(last.payload.evaluation.id));
    if (outcome.kind === 'stored') return { kind: 'stored', commandId: outcome.command.id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  const freshId = evaluationDraftId(userId, wanted.requestId);
  const id = shown?.id ?? freshId;
  const outcome = await enqueueOwn(evaluationSave, id, payloadOf(id), { id: freshId, userId });
  if (outcome.kind === 'stored' && taken) await discard(taken.id);
  return outcome;
}
