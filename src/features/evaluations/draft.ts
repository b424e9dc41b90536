/**
 * The unsent draft of an evaluation, kept on this device by user and request. Signing out deletes the draft; a session
 * that the server ended locks it.
 */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { freshId } from '@/lib/browser/random';
import { fieldsOf, isText, stored } from '@/lib/stored';
import { COMMENT_LIMIT } from './texts';

export interface EvaluationValues {
  /** Null until chosen. */
  rating: number | null;
  comment: string;
  isAnonymous: boolean;
}

export const evaluationDraftKey = (userId: string, requestId: string) =>
  `${PRIVATE_DRAFT_PREFIX}evaluation_${userId}_${requestId}`;

interface KeptValues extends EvaluationValues {
  /** Id of the new evaluation, so that the same draft sent from two tabs is one evaluation. */
  id: string | null;
}

const keptFor = (userId: string, requestId: string) =>
  stored<KeptValues>(evaluationDraftKey(userId, requestId), (value) => {
    const { id, rating, comment, isAnonymous } = fieldsOf(value);
    if (!isText(comment) || typeof isAnonymous !== 'boolean') return null;
    return {
      id: isText(id) ? id : null,
      rating: isRating(rating) ? rating : null,
      comment: comment.slice(0, COMMENT_LIMIT),
      isAnonymous,
    };
  });

export function readEvaluationDraft(userId: string, requestId: string): EvaluationValues | null {
  const kept = keptFor(userId, requestId).read();
  if (!kept) return null;
  const { id: _, ...values } = kept;
  return values;
}

export const evaluationDraftId = (userId: string, requestId: string): string =>
  keptFor(userId, requestId).read()?.id ?? freshId();

export function keepEvaluationDraft(userId: string, requestId: string, values: EvaluationValues): void {
  keptFor(userId, requestId).write({ ...values, id: evaluationDraftId(userId, requestId) });
}

export function dropEvaluationDraft(userId: string, requestId: string): void {
  keptFor(userId, requestId).write(null);
}

function isRating(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5;
}
