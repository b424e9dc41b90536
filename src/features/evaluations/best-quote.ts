import type { ReceivedEvaluation } from './received';

/** Characters. */
const LONGEST = 120;
const SHORTEST = 12;
const GOOD = 4;

export interface Quote {
  text: string;
  /** 'Bia'; null for an anonymous author. */
  author: string | null;
  /** ISO date of the first day of the month. */
  month: string;
}

/**
 * The sentence to stand below a teacher's stars: of the best rated comments the newest one, its beginning in whole
 * sentences where they fit. Null when there is no good comment.
 */
export function bestQuote(evaluations: readonly ReceivedEvaluation[]): Quote | null {
  const [best] = evaluations
    .filter(({ rating, comment }) => rating >= GOOD && comment !== null && comment.trim().length >= SHORTEST)
    .sort((a, b) => b.rating - a.rating || (a.month < b.month ? 1 : a.month > b.month ? -1 : 0));
  if (!best?.comment) return null;
  return {
    text: beginningOf(best.comment),
    author: best.authorName?.trim().split(/\s+/)[0] || null,
    month: best.month,
  };
}

/** Whole sentences up to the longest length; a longer first sentence is cut between words. */
function beginningOf(comment: string): string {
  const text = comment.trim().replace(/\s+/g, ' ');
  if (text.length <= LONGEST) return text;
  const head = text.slice(0, LONGEST);
  const [, sentences] = /^(.*[.!?…])(?=\s)/.exec(`${head} `) ?? [];
  if (sentences && sentences.length >= SHORTEST) return sentences;
  return `${head.slice(0, head.lastIndexOf(' ')).replace(/[\s,;:–-]+$/, '')}…`;
}
