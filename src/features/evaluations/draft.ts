/**
 * What was chosen and written into an evaluation and not sent yet. Kept on this phone, by person and request; signing
 * out forgets it, a session that the server ended locks it.
 */

import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';
import { logger } from '@/lib/logger';
import { fieldsOf, isText, readStored } from '@/lib/stored';
import { COMMENT_LIMIT } from './texts';

export interface EvaluationValues {
  /** Null until chosen. */
  rating: number | null;
  comment: string;
  isAnonymous: boolean;
}

export const evaluationDraftKey = (userId: string, requestId: string) =>
  `${PRIVATE_DRAFT_PREFIX}evaluation_${userId}_${requestId}`;

export function readEvaluationDraft(userId: string, requestId: string): EvaluationValues | null {
  return readStored('localStorage', evaluationDraftKey(userId, requestId), (value) => {
    const { rating, comment, isAnonymous } = fieldsOf(value);
    if (!isText(comment) || typeof isAnonymous !== 'boolean') return null;
    return {
      rating: isRating(rating) ? rating : null,
      comment: comment.slice(0, COMMENT_LIMIT),
      isAnonymous,
    };
  });
}

/** Under which a new evaluation is sent: of the draft, so that the same draft in two tabs is one evaluation. */
export function evaluationDraftId(userId: string, requestId: string): string {
  const id = readStored('localStorage', evaluationDraftKey(userId, requestId), (value) => {
    const { id: kept } = fieldsOf(value);
    return isText(kept) ? kept : null;
  });
  return id ?? crypto.randomUUID();
}

export function keepEvaluationDraft(userId: string, requestId: string, values: EvaluationValues): void {
  try {
    const id = evaluationDraftId(userId, requestId);
    localStorage.setItem(evaluationDraftKey(userId, requestId), JSON.stringify({ ...values, id }));
  } catch (error) {
    logger.info('Draft not kept', error);
  }
}

export function dropEvaluationDraft(userId: string, requestId: string): void {
  try {
    localStorage.removeItem(evaluationDraftKey(userId, requestId));
  } catch (error) {
    logger.info('Draft not dropped', error);
  }
}

function isRating(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5;
}
