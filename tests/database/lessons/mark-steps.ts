/** Shared steps of the tests of favourites, blocks and reports. */
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../support/database.ts';
import { callAs } from '../accounts/account-steps.ts';
import type { Checkpoint } from '../support/phone.ts';
import type { PrivatePage } from './lesson-steps.ts';

export interface Marked {
  command_id: string;
  version: number | null;
  wanted: boolean;
  outdated: boolean;
}

export interface Wish {
  wanted?: boolean;
  /** Minutes before now that the person tapped. */
  ago?: number;
  base?: number | null;
  command?: string;
  name?: string;
}

const timeOf = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString();

export const favour = (
  database: TestDatabase,
  person: string | null,
  teacher: string,
  { wanted = true, ago = 0, base = null, command = randomUUID() }: Wish = {},
  more: Record<string, unknown> = {},
) =>
  callAs<Marked>(database, person, 'set_favourite($1, $2::text::jsonb, $3)', [
    command,
    JSON.stringify({ teacher_id: teacher, wanted, wished_at: timeOf(ago), ...more }),
    base,
  ]);

export const block = (
  database: TestDatabase,
  person: string | null,
  other: string,
  { wanted = true, ago = 0, base = null, command = randomUUID(), name = 'Como eu a conheço' }: Wish = {},
  more: Record<string, unknown> = {},
) =>
  callAs<Marked>(database, person, 'set_block($1, $2::text::jsonb, $3)', [
    command,
    JSON.stringify({
      person_id: other,
      wanted,
      wished_at: timeOf(ago),
      ...(wanted && { name }),
      ...more,
    }),
    base,
  ]);

export interface Reported {
  command_id: string;
  version: null;
  report_id: string;
  created: boolean;
}

export const report = (
  database: TestDatabase,
  person: string | null,
  more: Record<string, unknown>,
  command = randomUUID(),
) =>
  callAs<Reported>(database, person, 'create_report($1, $2::text::jsonb)', [
    command,
    JSON.stringify({ id: randomUUID(), what: 'profile', reason: 'spam', details: null, ...more }),
  ]);

export const pullMarks = (database: TestDatabase, person: string | null, after: Checkpoint | null = null) =>
  callAs<PrivatePage>(database, person, 'pull_favourites($1, $2)', [after?.xid ?? null, after?.id ?? null]);

/** Rows that a new phone of the person receives: kind and target, live ones only. */
export async function marksOf(database: TestDatabase, person: string): Promise<[unknown, unknown][]> {
  const { rows } = await pullMarks(database, person);
  return rows
    .map((row): [unknown, unknown] => [row.kind, row.person_id])
    .sort((a, b) => (String(a) < String(b) ? -1 : 1));
}

/** Lets the hours pass after which blocks end agreements. */
export async function endBlocks(database: TestDatabase): Promise<void> {
  await database.query('update app.block_ends set due_at = now()');
  await database.query('select app.end_blocked(100, now())');
}
