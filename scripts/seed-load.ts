/**
 * `npm run seed:load -- --teachers N`: makes the data folder (DATA_DIR), or the database of DATABASE_URL, hold exactly N
 * synthetic teachers beside its other rows. Repeating it changes nothing; a larger N adds teachers, a smaller one leaves
 * tombstones. It may be interrupted at any time and run again.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabase } from '../supabase/embedded/database/open.ts';
import type { Database } from '../supabase/embedded/database.ts';
import { takeLock } from '../supabase/embedded/lock-file.ts';
import { prepareDatabase } from '../supabase/embedded/prepare.ts';
import { LOAD_EMAIL, putTeachers } from '../supabase/embedded/seed/people.ts';
import { messageOf, StartFailure } from '../supabase/embedded/start-failure.ts';
import { loadTeacher, loadTeacherId } from './load-teachers.ts';

/** Rows per transaction: large enough to be fast, small enough for PGlite's memory. */
const CHUNK = 5_000;

const LIVE = `select t.id, p.email from public.teachers t join public.user_profiles p on p.id = t.id
  where p.email ~ $1 and t.is_active and p.removed_at is null`;

/**
 * Same effect as app.forget_user, for many users at once; profiles first, as in all other statements (lock order). Their
 * addresses are free again: nobody holds a link to them.
 */
const REMOVE = `
delete from app.teacher_addresses where teacher_id in (select id from leaving);
update public.user_profiles set name = '', email = '', whatsapp = null, city_id = null, profile_image_url = null,
    removed_at = now()
  where id in (select id from leaving);
update public.teachers set bio = null, experience = null, neighborhood = null, instagram = null,
    modalidades_aula = '{particular}', is_active = false, approved_at = null, slug = null
  where id in (select id from leaving);
delete from public.teacher_dance_styles where teacher_id in (select id from leaving);
delete from public.user_evaluation_stats where user_id in (select id from leaving);
drop table leaving`;

/** Makes the database hold the synthetic teachers 1 to `count`. Returns how many were added and removed. */
export async function seedLoad(
  database: Database,
  count: number,
): Promise<{ added: number; removed: number }> {
  const found = await database.query<{ id: string; email: string }>(LIVE, [LOAD_EMAIL]);
  const live = new Set(found.filter(({ id, email }) => id === idOf(email)).map(({ id }) => id));
  const missing: number[] = [];
  for (let n = 1; n <= count; n++) if (!live.delete(loadTeacherId(n))) missing.push(n);
  const surplus = [...live];

  for (let start = 0; start < surplus.length; start += CHUNK) {
    const ids = surplus.slice(start, start + CHUNK);
    await database.transaction(async (tx) => {
      await tx.exec('create temporary table leaving (id uuid primary key) on commit drop');
      await tx.query('insert into leaving select jsonb_array_elements_text($1::text::jsonb)::uuid', [
        JSON.stringify(ids),
      ]);
      await tx.exec(REMOVE);
    });
    await database.exec('analyze');
  }
  for (let start = 0; start < missing.length; start += CHUNK) {
    const rows = missing.slice(start, start + CHUNK).map(loadTeacher);
    await database.transaction((tx) => putTeachers(tx, rows));
    // PGlite has no autovacuum, and query plans for empty tables make each further chunk ten times slower.
    await database.exec('analyze');
  }
  return { added: missing.length, removed: surplus.length };
}

/** A person who took such an address has another id, and is left alone. */
const idOf = (email: string) => loadTeacherId(Number(/\d+/.exec(email)?.[0]));

function teachersWanted(args: string[]): number {
  const { values } = parseArgs({ args, options: { teachers: { type: 'string' } }, strict: false });
  const count = Number(values.teachers);
  if (typeof values.teachers !== 'string' || !Number.isInteger(count) || count < 0 || count > 1_000_000) {
    throw new StartFailure('Say how many: npm run seed:load -- --teachers 1000');
  }
  return count;
}

/** Runs the command and returns a one-line summary. Throws StartFailure when the user can fix the problem. */
export async function runSeedLoad(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const count = teachersWanted(args);
  const url = env.DATABASE_URL;
  const dataDir = resolve(import.meta.dirname, '..', env.DATA_DIR || '.data');
  const databaseDir = join(dataDir, 'db');
  if (!url && !existsSync(databaseDir)) {
    throw new StartFailure(`There is no data in ${dataDir} yet: run npm start once, then stop it.`);
  }
  const unlock = url ? () => undefined : takeLock(dataDir);
  try {
    const database = await openDatabase(
      url ? { driver: 'postgres', url } : { driver: 'pglite', dataDir: databaseDir },
    );
    try {
      await prepareDatabase(database, { migrationsDir: join(import.meta.dirname, '../supabase/migrations') });
      const began = performance.now();
      const { added, removed } = await seedLoad(database, count);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      return `${count} load teachers: ${added} added, ${removed} removed, ${seconds} s.`;
    } finally {
      await database.close();
    }
  } finally {
    unlock();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(await runSeedLoad(process.argv.slice(2), process.env));
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
