/** Teachers in the back-office (supabase/migrations/…_admin_teachers.sql). */
import { z } from 'zod';
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
  verified_at: maybeText,
});
export type TeacherRow = z.infer<typeof teacherRow>;

export const TEACHERS = procedureList('admin_list_teachers', teacherRow);

export interface TeacherChange {
  id: string;
  is_active?: boolean | undefined;
  is_featured?: boolean | undefined;
  approved_at?: string | null | undefined;
}

const changed = z.object({
  changed: z.number(),
  undo: z.array(
    z.object({
      id: text,
      is_active: z.boolean().optional(),
      is_featured: z.boolean().optional(),
      approved_at: z.string().nullable().optional(),
    }),
  ),
});

/** Approves, hides or features teachers, all of them or none. The answer's `undo` is the change that reverts it. */
export function setTeachers(changes: TeacherChange[]): Promise<Answer<z.infer<typeof changed>>> {
  return call('admin_set_teachers', { command_id: crypto.randomUUID(), changes }, (value) =>
    changed.parse(value),
  );
}
