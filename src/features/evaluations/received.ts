/** Evaluations that somebody received, as everybody may read them. An anonymous one leads to nobody. */

import { callProcedure } from '@/lib/rest';
import { fieldsOf, isNumber, isText } from '@/lib/stored';

export interface ReceivedEvaluation {
  id: string;
  rating: number;
  comment: string | null;
  /** Null for an anonymous author, and for one whose account is gone. */
  authorName: string | null;
  isAnonymous: boolean;
  /** ISO date of the month's first day: the day would tell too much. */
  month: string;
}

export interface ReceivedPage {
  items: ReceivedEvaluation[];
  total: number;
  pages: number;
}

export const PAGE_SIZE = 10;

/** One page, from 1. Throws RestFailure, and TypeError when the answer is no page. */
export async function fetchReceived(
  personId: string,
  page: number,
  signal?: AbortSignal,
): Promise<ReceivedPage> {
  const args = { person: personId, page_number: page, items_per_page: PAGE_SIZE };
  return readReceivedPage(await callProcedure('evaluations_of', args, signal));
}

/** Throws TypeError when the answer is no page. */
export function readReceivedPage(answer: unknown): ReceivedPage {
  const page = answer as Record<string, unknown> | null;
  const { evaluations, total_count, total_pages } = page ?? {};
  if (!Array.isArray(evaluations) || typeof total_count !== 'number' || typeof total_pages !== 'number') {
    throw new TypeError('evaluations_of: not a page');
  }
  return { items: evaluations.flatMap(readReceived), total: total_count, pages: total_pages };
}

function readReceived(value: unknown): ReceivedEvaluation[] {
  const row = (value ?? {}) as Record<string, unknown>;
  const { id, rating, comment, is_anonymous, author_name, month } = row;
  if (typeof id !== 'string' || typeof rating !== 'number' || typeof month !== 'string') return [];
  return [
    {
      id,
      rating,
      month,
      comment: typeof comment === 'string' ? comment : null,
      isAnonymous: is_anonymous === true,
      authorName: typeof author_name === 'string' && is_anonymous !== true ? author_name : null,
    },
  ];
}

/** Whether a kept value is a list of them, as `readReceivedPage` has made it. */
export function isList(value: unknown): value is ReceivedEvaluation[] {
  return Array.isArray(value) && value.every(isReceived);
}

function isReceived(value: unknown): value is ReceivedEvaluation {
  const { id, rating, month, comment, isAnonymous, authorName } = fieldsOf(value);
  const named = [comment, authorName].every((one) => one === null || isText(one));
  return isText(id) && isNumber(rating) && isText(month) && typeof isAnonymous === 'boolean' && named;
}
