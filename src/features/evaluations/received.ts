/** Public evaluations that a person received. Anonymous ones carry nothing that identifies their author. */

import { callAsPresent } from '@/auth/session/user-rest';
import { callProcedure } from '@/lib/rest';
import { fieldsOf, isNumber, isText } from '@/lib/stored';

export interface ReceivedEvaluation {
  id: string;
  rating: number;
  comment: string | null;
  /** Null for an anonymous author, and for a deleted account. */
  authorName: string | null;
  isAnonymous: boolean;
  /** ISO date of the first day of the month: the exact day could identify the author. */
  month: string;
  reply: string | null;
  /** Lessons that author and evaluated person had had, rounded down from 5 on; null: none, or an anonymous author. */
  lessons: number | null;
  /** ISO date of the first day of the month in which a published evaluation was changed. */
  editedMonth: string | null;
  /** The stars that it was first published with, where they have changed. */
  firstRating: number | null;
  /** For the evaluated person: ISO date of the last day on which the reply may change. */
  replyUntil: string | null;
  /** For the evaluated person: the team hides the reply. */
  isReplyHidden: boolean;
  /** The reply was written before the last change of the evaluation. */
  isReplyEarlier: boolean;
}

export interface ReceivedPage {
  items: ReceivedEvaluation[];
  total: number;
  pages: number;
}

export const PAGE_SIZE = 10;

/**
 * Fetches one page, counted from 1. A person who blocks somebody asks with the own name, and the server leaves out what
 * blocked people wrote: the rows name no author. Throws RestFailure, NotSignedIn, and TypeError for a malformed answer.
 */
export async function fetchReceived(
  personId: string,
  page: number,
  asBlocking: boolean,
): Promise<ReceivedPage> {
  const args = { person: personId, page_number: page, items_per_page: PAGE_SIZE };
  const call = asBlocking ? callAsPresent : callProcedure;
  return readReceivedPage(await call('evaluations_of', args));
}

/** Throws TypeError for a malformed answer. */
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
  const { id, rating, comment, is_anonymous, author_name, month, reply_hidden } = row;
  if (typeof id !== 'string' || typeof rating !== 'number' || typeof month !== 'string') return [];
  return [
    {
      id,
      rating,
      month,
      comment: textIn(comment),
      reply: textIn(row.reply),
      lessons: numberIn(row.lessons),
      editedMonth: textIn(row.edited_month),
      firstRating: numberIn(row.first_rating),
      replyUntil: textIn(row.reply_until),
      isReplyHidden: reply_hidden === true,
      isReplyEarlier: row.reply_is_earlier === true,
      isAnonymous: is_anonymous === true,
      authorName: typeof author_name === 'string' && is_anonymous !== true ? author_name : null,
    },
  ];
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : null);
const numberIn = (value: unknown) => (typeof value === 'number' ? value : null);

/** Checks that a stored value is a list as `readReceivedPage` returns it. */
export function isList(value: unknown): value is ReceivedEvaluation[] {
  return Array.isArray(value) && value.every(isReceived);
}

function isReceived(value: unknown): value is ReceivedEvaluation {
  const { id, rating, month, comment, isAnonymous, authorName, ...more } = fieldsOf(value);
  const { reply, editedMonth, replyUntil, lessons, firstRating, isReplyHidden, isReplyEarlier } = more;
  return (
    [id, month].every(isText) &&
    isNumber(rating) &&
    [comment, authorName, reply, editedMonth, replyUntil].every((one) => one === null || isText(one)) &&
    [lessons, firstRating].every((one) => one === null || isNumber(one)) &&
    [isAnonymous, isReplyHidden, isReplyEarlier].every((one) => typeof one === 'boolean')
  );
}
