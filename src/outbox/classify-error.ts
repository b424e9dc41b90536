/** Judges an answer to a command: by status, code and identity, never by an error's text. */

import type { CommandError } from './command';
import { isRefusal, isWait, waitsFor } from './refusals';
import type { Answer } from './transport';

export type RetryReason =
  | 'network'
  | 'timeout'
  /** Something that is not our server answered: a captive portal, a proxy's page. */
  | 'portal'
  /** Our server, or one that looks like it, without saying that this command was carried out. */
  | 'unconfirmed'
  | 'busy'
  | 'server'
  /** The server does not know the procedure yet. */
  | 'schema'
  | 'paused'
  /** The row that it needs has not been sent yet. */
  | 'parent'
  /** A fresh token was refused too. */
  | 'token'
  /** The newer terms have to be accepted first. */
  | 'terms'
  /** JSON that is not our server's word: a gateway without a route, a portal. */
  | 'foreign';

export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'retry'; why: RetryReason }
  /** With a new token, at once. */
  | { kind: 'refresh' }
  | { kind: 'rejected' }
  /** Kept, tried on, and shown. */
  | { kind: 'attention' };

export interface Circumstances {
  userId: string | null;
  /** A new token has been fetched for this attempt already. */
  refreshed: boolean;
  /** A row that it needs is still in the queue. */
  parentQueued: boolean;
  /** The body names this command. */
  confirmed: boolean;
  /** Codes with which the function that it goes to refuses this kind of write, beside what procedures raise. */
  refusals?: readonly string[];
  /** The error that it failed with before. */
  previous: Pick<CommandError, 'status' | 'code' | 'since'> | null;
  now: number;
}

/** So long the same server error is taken for a passing one. */
export const PATIENCE = 24 * 60 * 60_000;

/** Verdicts that a person has to hear of when they stay the same for so long. */
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
    return at.refreshed ? { kind: 'retry', why: 'token' } : { kind: 'refresh' };
  }
  if (code === '23503' && at.parentQueued) return { kind: 'retry', why: 'parent' };
  if (isRefusal(complaint) || (code !== null && at.refusals?.includes(code))) return { kind: 'rejected' };
  return { kind: 'retry', why: waitsFor(complaint) };
}

/** The server's complaint, as PostgREST and the functions word it. */
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

/** For people to read, so without what could break out of a line. */
function line(value: unknown): string | null {
  const spoken = typeof value === 'string' ? value.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  if (spoken === '') return null;
  const letters = Array.from(spoken);
  return letters.length > LONGEST_MESSAGE ? `${letters.slice(0, LONGEST_MESSAGE - 1).join('')}…` : spoken;
}

/** Since when it has been failing like this; a start in the future is a clock that jumped. */
export function failingSince(answer: Answer, { previous, now }: Circumstances): number {
  const { status, code } = complaintOf(answer);
  const same = previous !== null && previous.status === status && previous.code === code;
  return same && previous.since <= now ? previous.since : now;
}

function isOld(answer: Answer, at: Circumstances): boolean {
  return at.now - failingSince(answer, at) >= PATIENCE;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
