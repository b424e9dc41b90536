/** All data of one teacher (`admin_teacher`), and the team's checks and reviews. */
import { z } from 'zod';
import { daysLeft, isCheckKind } from '@/db/rows/checks';
import type { CheckKind } from '@/db/rows/listed-checks';
import { count, flag, maybeText, person, text, texts } from '../core/schema';
import { type Answer, call } from '../core/server';
import { auditRow } from '../reports/audit-rows';
import { teacherRow } from './teachers';

/** The points of a profile that the team checks before a teacher is shown. */
export const REVIEW_POINTS = {
  picture: 'Foto',
  text: 'Texto',
  contact: 'Contato',
  styles: 'Estilos',
  city: 'Cidade',
} as const;
export type ReviewPoint = keyof typeof REVIEW_POINTS;
export const REVIEW_CODES = ['picture', 'text', 'contact', 'styles', 'city'] as const;

export const requestRow = z.object({
  id: text,
  student: person,
  teacher: person,
  style: maybeText,
  status: text,
  request_date: text,
  answered_at: maybeText,
});
export type RequestRow = z.infer<typeof requestRow>;

export const evaluationRow = z.object({
  id: text,
  evaluator: person,
  evaluated: person,
  rating: z.number(),
  comment: maybeText,
  is_anonymous: flag,
  hidden_at: maybeText,
  created_at: text,
});
export type EvaluationRow = z.infer<typeof evaluationRow>;

const recordedCheck = z.object({
  id: text,
  kind: z.string().refine(isCheckKind),
  outcome: z.enum(['passed', 'failed']),
  checked_at: text,
  /** The first day on which it no longer holds. */
  expires_on: maybeText,
  note: maybeText,
  /** Null: the account is gone. */
  checked_by: person,
  revoked_at: maybeText,
  revoked_by: person,
  revoke_reason: maybeText,
  /** Since when the name is another one than `checked_name`, which was on the document. */
  renamed_at: maybeText,
  checked_name: maybeText,
});
export type RecordedCheck = z.infer<typeof recordedCheck>;

/** Whether the name is not the one of any check of identity that holds: then the identity is to be looked at again. */
export function isRenamed(checks: readonly RecordedCheck[], now: number): boolean {
  const holding = checks.filter(
    (check) =>
      check.kind === 'identity' &&
      check.outcome === 'passed' &&
      !check.revoked_at &&
      daysLeft({ until: check.expires_on ?? '1970-01-01' }, now) > 0,
  );
  return holding.length > 0 && holding.every(({ renamed_at }) => renamed_at !== null);
}

const teacher = z
  .object({
    teacher: teacherRow,
    profile: z.object({
      bio: maybeText,
      experience: maybeText,
      neighborhood: maybeText,
      instagram: maybeText,
      modalidades_aula: texts,
      support: z
        .object({ tier: text, amount: z.coerce.number() })
        .nullish()
        .transform((value) => value ?? null),
    }),
    /** Students by accepted requests; lessons that were held. */
    totals: z.object({ students: count, lessons_held: count }),
    /** The listing as it would be now, also of a teacher who is not shown. */
    page: z.record(z.string(), z.unknown()),
    reviews: z
      .array(
        z.object({
          id: text,
          outcome: z.enum(['approved', 'adjust']),
          checked: texts,
          message: maybeText,
          checked_at: text,
          adjusted_at: maybeText,
          checked_by: person,
        }),
      )
      .default([]),
    checks: z.array(recordedCheck),
    requests: z.object({
      total: count,
      Pendente: count,
      Aceito: count,
      Recusado: count,
      Cancelado: count,
      rows: z.array(requestRow),
    }),
    evaluations: z.object({ total: count, rows: z.array(evaluationRow) }),
    reports: count,
    history: z.array(auditRow),
  })
  .nullable();
export type Teacher = NonNullable<z.infer<typeof teacher>>;

/** Reads one teacher; null when there is none with the id. */
export function readTeacher(value: unknown): { teacher: Teacher | null } {
  return { teacher: teacher.parse(value) };
}

export function askTeacher(id: string, signal: AbortSignal): Promise<Answer<unknown>> {
  return call('admin_teacher', { teacher_id: id }, (value) => value, signal);
}

export interface CheckRecord {
  teacher_id: string;
  kinds: readonly CheckKind[];
  outcome: 'passed' | 'failed';
  note: string | null;
}

/** Records checks. A retry with the same command id records nothing twice. */
export function recordChecks(command: string, record: CheckRecord): Promise<Answer<unknown>> {
  return call('admin_record_checks', { command_id: command, record }, (value) => value);
}

/** Revokes a check, with the reason for the team; without a check of identity the teacher is shown no more. */
export function revokeCheck(command: string, id: string, reason: string): Promise<Answer<unknown>> {
  return call('admin_revoke_check', { command_id: command, revocation: { id, reason } }, (value) => value);
}

export interface Review {
  id: string;
  teacher_id: string;
  outcome: 'approved' | 'adjust';
  checked: readonly ReviewPoint[];
  /** For the teacher, with 'adjust'. */
  message: string | null;
  /** With 'approved': recorded in the same transaction. */
  checks?: readonly CheckKind[];
}

const reviewed = z.object({
  undo: z
    .array(
      z.object({
        id: text,
        is_active: z.boolean(),
        approved_at: z.string().nullish(),
        revoke: z.array(text).optional(),
      }),
    )
    .default([]),
});

/** Approves a teacher or asks for a change. Its id is also the command's, so that a retry asks only once. */
export function reviewTeacher(review: Review): Promise<Answer<z.infer<typeof reviewed>>> {
  return call('admin_review_teacher', { command_id: review.id, review }, (value) => reviewed.parse(value));
}
