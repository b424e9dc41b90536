/** The person's replies to received evaluations, with the writes that the list does not hold yet applied. */
import { presentIdentity } from '@/auth/identity';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { sendable } from '@/lib/sent-text';
import { readText, writeText } from '@/lib/stored';
import { evaluationReply } from '@/outbox/commands/evaluation-reply';
import { enqueueOver, type Queued } from '@/outbox/own';
import { pendingStore } from '@/outbox/pending-store';
import { type CommandOf, isOf, type StoredCommand } from '@/outbox/stored-command';
import type { ReceivedEvaluation } from './received';

type Reply = CommandOf<'evaluation.reply'>;

export interface OwnReply {
  /** Null: there is none, or it is being withdrawn. */
  text: string | null;
  /** The last write, until the list holds it. */
  last: Reply | null;
  /** The last write, when the server refused it. */
  refused: Reply | null;
}

const isReply = isOf('evaluation.reply');

const repliesTo = (evaluationId: string, commands: readonly StoredCommand[]) =>
  commands.filter(isReply).filter(({ payload }) => payload.evaluationId === evaluationId);

/** `askedAt`: when the list was asked for (milliseconds since 1970), so that it holds what was delivered before. */
export function ownReply(
  evaluation: Pick<ReceivedEvaluation, 'id' | 'reply'>,
  commands: readonly StoredCommand[],
  askedAt: number,
): OwnReply {
  const replies = repliesTo(evaluation.id, commands);
  const waits = ({ status, ack }: Reply) => status !== 'delivered' || (ack !== null && ack.at > askedAt);
  const shown = replies
    .filter(({ status }) => status !== 'rejected' && status !== 'parked')
    .filter(waits)
    .reduce(evaluationReply.apply, { reply: evaluation.reply ?? null });
  const last = replies.at(-1) ?? null;
  const isRefused = last?.status === 'rejected';
  return {
    text: shown.reply,
    last: last && !isRefused && waits(last) ? last : null,
    refused: isRefused ? last : null,
  };
}

/** Counts the replies that have arrived: a change means that the list is to be read again. */
export function deliveredReplies(commands: readonly StoredCommand[]): number {
  return commands.filter(isReply).filter(({ status }) => status === 'delivered').length;
}

/** Stores a reply, a change of it, or with null its withdrawal. */
export async function reply(evaluationId: string, text: string | null): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const own = (pendingStore.getState().commands ?? []).filter((one) => one.userId === userId);
  const payload = { evaluationId, text: text === null ? null : sendable(text) || null };
  return enqueueOver(repliesTo(evaluationId, own).at(-1), evaluationReply, evaluationId, payload, { userId });
}

/** Key of the unsent draft: a sign-out deletes it, and a session that the server ended locks it. */
export const replyDraftKey = (userId: string, evaluationId: string) =>
  `${PRIVATE_DRAFT_PREFIX}reply_${userId}_${evaluationId}`;

export const draftOf = (key: string): { text: string } | null => {
  const text = readText(key);
  return text === null ? null : { text };
};

/** A full or blocked storage refuses, and the field keeps its text. */
export function keepDraft(key: string, values: { text: string } | null): void {
  writeText(key, values?.text ?? null);
}
