/** Classifies the response to a command by status, code and the echoed command id, never by an error's text. */

import { LONGEST } from './backoff';
import type { CommandError } from './command';
import { isRefusal, isWait, type RetryReason, waitsFor } from './refusals';
import type { Answer } from './transport';

export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'retry'; why: RetryReason }
  /** Try again at once, with a new token. */
  | { kind: 'refresh' }
  | { kind: 'rejected' }
  /** Keep the command, go on trying, and show it to its author. */
  | { kind: 'attention' };

export interface Circumstances {
  userId: string | null;
  /** A new token has already been fetched for this attempt. */
  refreshed: boolean;
  /** A row that the command needs is still in the queue. */
  parentQueued: boolean;
  /** The body names this command. */
  confirmed: boolean;
  /**
   * Codes with which the command's edge function refuses this kind of write, in addition to those that procedures
   * raise.
   */
  refusals?: readonly string[];
  /** The error of the previous attempt. */
  previous: Pick<CommandError, 'status' | 'code' | 'since' | 'at'> | null;
  now: number;
}

/** Milliseconds for which the same server error counts as temporary. */
export const PATIENCE = 24 * 60 * 60_000;

/** Reasons that are shown to the author when they stay the same for that long. */
const SUSPICIOUS: readonly RetryReason[] = ['server', 'schema', 'foreign'];

export function classifyAnswer(answer: Answer, at: Circumstances): Verdict {
  const verdict = judge(answer, at);
  const isStale = verdict.kind === 'retry' && SUSPICIOUS.includes(verdict.why) && isOld(answer, at);
  return isStale ? { kind: 'attention' } : verdict;
}

function judge(answer: Answer, at: Circumstances): Verdict {
  if (answer.kind !== 'answer') return { kind: 'retry', why: answer.kind };
  const { status, body } = answer;
  const { code, hint } = complaintOf(answer);
  const complaint = { status, code, hint };
  if (status === 402 || status === 540) return { kind: 'retry', why: 'paused' };
  if (status >= 500) return { kind: 'retry', why: 'server' };
  if (body === undefined) return { kind: 'retry', why: 'portal' };
  if (status >= 200 && status < 300) {
    return at.confirmed ? { kind: 'delivered' } : { kind: 'retry', why: 'unconfirmed' };
  }
  if (status === 408 || status === 429) return { kind: 'retry', why: 'busy' };
  if (status < 400) return { kind: 'retry', why: 'portal' };
  if (isWait(complaint)) return { kind: 'retry', why: waitsFor(complaint) };
  if (status === 401 && at.userId !== null) {
    if (!at.refreshed) return { kind: 'refresh' };
    // The server knows the new token, and that its account is gone: no later attempt can succeed.
    return hint === 'account_missing' && isRefusal(complaint)
      ? { kind: 'rejected' }
      : { kind: 'retry', why: 'token' };
  }
  if (code === '23503' && at.parentQueued) return { kind: 'retry', why: 'parent' };
  if (isRefusal(complaint) || (code !== null && at.refusals?.includes(code))) return { kind: 'rejected' };
  return { kind: 'retry', why: waitsFor(complaint) };
}

/** The server's error, in the format of PostgREST and of the functions. */
export function complaintOf(
  answer: Answer,
): Pick<CommandError, 'status' | 'code' | 'hint' | 'details' | 'message'> {
  if (answer.kind !== 'answer') return { status: null, code: null, hint: null, details: null, message: null };
  const { code, hint, details, message } = (isObject(answer.body) ? answer.body : {}) as Record<
    string,
    unknown
  >;
  return {
    status: answer.status,
    code: text(code),
    hint: text(hint),
    details: text(details),
    message: line(message),
  };
}

/** Characters of a server's message that are kept: enough for a sentence or two. */
const LONGEST_MESSAGE = 300;

/** Shortens a value to one safe line, since people read it. */
function line(value: unknown): string | null {
  const spoken = typeof value === 'string' ? value.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  if (spoken === '') return null;
  const letters = Array.from(spoken);
  return letters.length > LONGEST_MESSAGE ? `${letters.slice(0, LONGEST_MESSAGE - 1).join('')}…` : spoken;
}

/**
 * The time since which the command has failed like this. Between two attempts at most the longest wait counts: a phone
 * that was off, or whose clock jumped, did not try.
 */
export function failingSince(answer: Answer, { previous, now }: Circumstances): number {
  const { status, code } = complaintOf(answer);
  if (previous?.status !== status || previous.code !== code) return now;
  const { since, at } = previous;
  return now - Math.max(0, at - since) - Math.min(Math.max(0, now - at), LONGEST);
}

function isOld(answer: Answer, at: Circumstances): boolean {
  return at.now - failingSince(answer, at) >= PATIENCE;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
