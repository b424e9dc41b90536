import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COLUMN_LABELS } from '@/db/rows/profile-fields';

const schema = readFileSync('supabase/schema.sql', 'utf8');

/** The columns of a table, from the schema that is generated from the migrations. */
function columnsOf(table: string): string[] {
  const body = new RegExp(`create table public\\.${table} \\(([^;]*)\\n\\);`, 'i').exec(schema)?.[1] ?? '';
  return [...body.matchAll(/^ {2,4}"?([a-z_]+)"? /gm)].flatMap(([, name]) => name ?? []);
}

it('every field of a profile is a column of the database', () => {
  const columns = new Set(['user_profiles', 'teachers', 'students'].flatMap(columnsOf));
  expect(columns.size).toBeGreaterThan(20);
  const elsewhere = ['style_ids'];
  expect(
    Object.keys(COLUMN_LABELS).filter((name) => !columns.has(name) && !elsewhere.includes(name)),
  ).toEqual([]);
});

it('every field that the database lets a teacher add is a field of the profile', () => {
  const added = readdirSync('supabase/migrations').flatMap((file) =>
    [
      ...readFileSync(`supabase/migrations/${file}`, 'utf8').matchAll(
        /select app\.add_teacher_field\(\s*'([a-z_]+)'/g,
      ),
    ].map(([, column]) => column ?? ''),
  );
  expect(added.filter((column) => !(column in COLUMN_LABELS))).toEqual([]);
});
