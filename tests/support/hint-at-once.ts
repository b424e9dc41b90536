import type { Database } from '../../supabase/embedded/database.ts';

/** Public hints are sent at once, not at most one in ten seconds: for tests that look at what is sent, not when. */
export async function hintAtOnce(database: Pick<Database, 'query'>): Promise<void> {
  await hintEvery(database, 0);
}

/** Public hints of a collection are so many seconds apart, not ten. */
export async function hintEvery(database: Pick<Database, 'query'>, seconds: number): Promise<void> {
  await database.query(
    `create or replace function app.hint_interval() returns interval language sql immutable set search_path = ''
     as $$ select interval '${seconds} seconds' $$`,
  );
}
