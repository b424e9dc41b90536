/** Teachers in the back-office (supabase/migrations/…_admin_teachers.sql). */
import { z } from 'zod';
import type { CheckKind } from '@/db/rows/listed-checks';
import { freshId } from '@/lib/browser/random';
import { dayKey } from '@/lib/dates';
import { serverNow } from '@/lib/server-clock';
import { count, flag, maybeNumber, maybeText, text, texts } from '../core/schema';
import { type Answer, call } from '../core/server';
import { procedureList } from '../table/list';

export const TEACHER_STATES = {
  pending: 'Aguardando aprovação',
  active: 'Ativo',
  paused: 'Em pausa',
  inactive: 'Desativado',
} as const;

export const teacherRow = z.object({
  id: text,
  name: text,
  email: text,
  whatsapp: maybeText,
  image_url: maybeText,
  city_name: maybeText,
  style_names: texts,
  state: z.enum(['pending', 'active', 'paused', 'inactive']),
  is_active: flag,
  is_featured: flag,
  is_highlighted: flag,
  slug: maybeText,
  rating_average: maybeNumber,
  rating_count: count,
  created_at: text,
  approved_at: maybeText,
  /** The checks that hold, in compact form. */
  checks: maybeText,
  /** The end of the last check of identity, also when it has passed. */
  identity_until: maybeText,
  /** The team asked a teacher who was never approved for a change; `adjusted_at`: when one was saved. */
  adjustment: z
    .object({ message: text, asked_at: text, adjusted_at: maybeText })
    .nullish()
    .transform((value) => value ?? null),
});
export type TeacherRow = z.infer<typeof teacherRow>;

const listed = procedureList('admin_list_teachers', teacherRow);

/** The choices of the filter 'Situação'. Pending teachers who owe a change are apart: the team waits for them. */
export const QUEUES = {
  ...TEACHER_STATES,
  asked: 'Ajuste pedido',
  expiring: 'Identidade vence em 30 dias',
  expired: 'Identidade vencida',
  renamed: 'Mudou o nome conferido',
} as const;

const DAY = 86_400_000;

/** The filters of the two queues about identity; null for another one. Today's checks still hold tomorrow at the earliest. */
function identityFilters(queue: string | undefined, now: number): Record<string, string> | null {
  const tomorrow = dayKey(now + DAY);
  if (queue === 'renamed') return { renamed: 'true' };
  if (queue === 'expired') return { identity_to: tomorrow };
  if (queue === 'expiring') return { identity_from: tomorrow, identity_to: dayKey(now + 31 * DAY) };
  return null;
}

export const TEACHERS: typeof listed = {
  ...listed,
  ask: (request, signal) => {
    const { state, ...filters } = request.filters;
    const identity = identityFilters(state, serverNow());
    if (identity) return listed.ask({ ...request, filters: { ...filters, ...identity } }, signal);
    const asked = state === 'asked';
    const isWaiting = asked || state === 'pending';
    return listed.ask(
      {
        ...request,
        filters: {
          ...filters,
          ...(isWaiting ? { state: 'pending', asked: String(asked) } : state !== undefined && { state }),
        },
      },
      signal,
    );
  },
};

export interface TeacherChange {
  id: string;
  is_active?: boolean | undefined;
  is_featured?: boolean | undefined;
  approved_at?: string | null | undefined;
  /** Kinds of checks that were made, recorded in the same transaction. */
  checks?: readonly CheckKind[] | undefined;
  /** Ids of checks to revoke: for undo. */
  revoke?: readonly string[] | undefined;
}

const changed = z.object({
  changed: z.number(),
  undo: z.array(
    z.object({
      id: text,
      is_active: z.boolean().optional(),
      is_featured: z.boolean().optional(),
      approved_at: z.string().nullable().optional(),
      revoke: z.array(text).optional(),
    }),
  ),
});

/** Approves, hides or features teachers, all of them or none. The answer's `undo` is the change that reverts it. */
export function setTeachers(changes: TeacherChange[]): Promise<Answer<z.infer<typeof changed>>> {
  return call('admin_set_teachers', { command_id: freshId(), changes }, (value) => changed.parse(value));
}
