/** Reports of visitors: written through the outbox, followed by codes that stay on this phone. */
import { freshId, secretBytes } from '@/lib/browser/random';
import { callProcedure } from '@/lib/rest';
import { sendable } from '@/lib/sent-text';
import { fieldsOf, isMoment, isText, stored } from '@/lib/stored';
import { enqueue } from '@/outbox/entry';
import type { Queued } from '@/outbox/own';
import type { PublicWhat, Reason } from './reasons';

/** Letters and digits that nobody confuses: without I, O, 0 and 1. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const CODE_LENGTH = 12;
/** Codes on this phone; older ones are forgotten. */
const KEPT = 20;

export interface FollowedReport {
  /** Also the id of the report and of its command. */
  id: string;
  code: string;
  what: PublicWhat;
  /** Milliseconds since 1970. */
  toldAt: number;
}

const WHATS: readonly PublicWhat[] = ['profile', 'post', 'evaluation', 'reply', 'event'];

const kept = stored<FollowedReport[]>('danceflix_reports', (value) =>
  Array.isArray(value)
    ? value.flatMap((one) => {
        const { id, code, what, toldAt } = fieldsOf(one);
        const known = WHATS.find((name) => name === what);
        return isText(id) && isText(code) && known && isMoment(toldAt)
          ? [{ id, code, what: known, toldAt }]
          : [];
      })
    : null,
);

/** Newest first. */
export const followedReports = (): FollowedReport[] => kept.read() ?? [];

/** 60 random bits, as 'ABCD2345EFGH'; null where the browser makes no secrets. */
export function newCode(): string | null {
  const bytes = secretBytes(CODE_LENGTH);
  return bytes && Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** 'ABCD-2345-EFGH' */
export const spacedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** The code in what was typed; null where there is none. */
export function codeIn(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return code.length === CODE_LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}

export interface VisitorReport {
  what: PublicWhat;
  targetId: string;
  reason: Reason;
  details: string;
  /** The photo or video of a profile; null for the whole. */
  subject: string | null;
}

/** Stores a visitor's report and its code. */
export async function tellAsVisitor(report: VisitorReport): Promise<Queued & { code: string }> {
  const [id, code] = [freshId(), newCode()];
  // Without a secret code everybody could follow the report.
  if (code === null) return { kind: 'not-stored', reason: 'blocked', code: '' };
  const outcome = await enqueue<'report.visitor'>({
    id,
    kind: 'report.visitor',
    entity: { table: 'reports', id },
    payload: {
      report: {
        ...{ id, code, what: report.what, target_id: report.targetId, reason: report.reason },
        details: sendable(report.details) || null,
        ...(report.subject !== null && { subject: report.subject }),
      },
    },
    base: null,
    userId: null,
  });
  if (outcome.kind !== 'stored') return { ...outcome, code };
  kept.write([{ id, code, what: report.what, toldAt: Date.now() }, ...followedReports()].slice(0, KEPT));
  return { kind: 'stored', commandId: outcome.command.id, code };
}

export interface ReportStatus {
  what: PublicWhat;
  status: 'open' | 'kept' | 'removed';
  /** The team's answers, oldest first. */
  letters: { text: string; writtenAt: string }[];
}

/** Reads the outcome of a report; null for a code that the server does not know. Throws RestFailure. */
export async function statusOfCode(code: string, signal: AbortSignal): Promise<ReportStatus | null> {
  const { what, status, letters } = fieldsOf(await callProcedure('report_status', { code }, signal));
  const known = WHATS.find((name) => name === what);
  if (!known || (status !== 'open' && status !== 'kept' && status !== 'removed')) return null;
  return { what: known, status, letters: lettersIn(letters) };
}

function lettersIn(value: unknown): ReportStatus['letters'] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const { text, written_at } = fieldsOf(one);
    return isText(text) && isText(written_at) ? [{ text, writtenAt: written_at }] : [];
  });
}
