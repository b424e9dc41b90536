/** Shared steps of the back-office tests. */
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../support/database.ts';
import { callAs } from '../accounts/account-steps.ts';

export interface Page<T> {
  rows: T[];
  next: { sort: string; keys: unknown[] } | null;
  total: number | null;
  total_is_capped: boolean;
}
export interface Asked {
  filter?: Record<string, unknown>;
  sort?: string | null;
  after?: unknown;
  size?: number;
}

export const list = <T = Record<string, unknown>>(
  database: TestDatabase,
  person: string | null,
  name: string,
  { filter = {}, sort = null, after = null, size = 50 }: Asked = {},
) =>
  callAs<Page<T>>(database, person, `admin_list_${name}($1::text::jsonb, $2, $3::text::jsonb, $4)`, [
    JSON.stringify(filter),
    sort,
    after === null ? null : JSON.stringify(after),
    size,
  ]);

/** Reads all pages, one after the other. */
export async function listAll<T = Record<string, unknown>>(
  database: TestDatabase,
  person: string,
  name: string,
  asked: Asked = {},
): Promise<T[]> {
  const rows: T[] = [];
  let after: unknown = null;
  do {
    const page = await list<T>(database, person, name, { ...asked, after });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== null);
  return rows;
}

export interface TeacherState {
  id: string;
  is_active: boolean;
  is_featured: boolean;
  approved_at: string | null;
}
export interface TeachersSet {
  command_id: string;
  changed: number;
  rows: (TeacherState & { name: string; outcome: string })[];
  undo: TeacherState[];
}
export const setTeachers = (
  database: TestDatabase,
  person: string | null,
  changes: unknown,
  command = randomUUID(),
) =>
  callAs<TeachersSet>(database, person, 'admin_set_teachers($1, $2::text::jsonb)', [
    command,
    JSON.stringify(changes),
  ]);

export const decide = (
  database: TestDatabase,
  person: string | null,
  decision: Record<string, unknown>,
  command = randomUUID(),
) =>
  callAs<{ changed: boolean; reports: number }>(
    database,
    person,
    'admin_decide_report($1, $2::text::jsonb)',
    [command, JSON.stringify(decision)],
  );

export interface AuditLine {
  id: string;
  actor: { id: string; name: string } | null;
  action: string;
  table_name: string;
  row_id: string;
  label: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  hidden: string[];
}
export const auditOf = async (database: TestDatabase, admin: string, row: string) =>
  (await list<AuditLine>(database, admin, 'audit', { filter: { row_id: row }, sort: 'at' })).rows;
