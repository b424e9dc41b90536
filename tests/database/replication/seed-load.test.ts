import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTeacher } from '../../../scripts/load-teachers.ts';
import { runSeedLoad, seedLoad } from '../../../scripts/seed-load.ts';
import { takeLock } from '../../../supabase/embedded/lock-file.ts';
import { LOAD_EMAIL } from '../../../supabase/embedded/seed/people.ts';
import { seedDemo } from '../../../supabase/embedded/seed.ts';
import {
  createTestDatabase,
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';

let database: TestDatabase;
const pictures: string[] = [];
const putObject = async (_bucket: string, key: string) => pictures.push(key);
const listings = () =>
  database
    .query<{ id: string }>('select * from public.teacher_listings order by id')
    .then((rows) => JSON.stringify(rows));
const live = async () => {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from public.teacher_listings l join public.user_profiles p on p.id = l.id
     where not l._deleted and p.email ~ $1`,
    [LOAD_EMAIL],
  );
  return row?.count;
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('load teachers appear as asked, and asking again changes nothing', async () => {
  expect(await seedLoad(database, 300)).toEqual({ added: 300, removed: 0 });
  expect(await live()).toBe(300);
  const before = await listings();
  expect(await seedLoad(database, 300)).toEqual({ added: 0, removed: 0 });
  expect(await listings()).toBe(before);
});

test('demo data is added beside load teachers, but not beside real people', async () => {
  await seedDemo({ database, putObject });
  expect(pictures.length).toBeGreaterThan(60);
  await expect(seedDemo({ database, putObject })).rejects.toThrow(
    'This database already has people: demo data is only put into a database without any.',
  );
});

test('fewer load teachers leave tombstones without content, and change no one else', async () => {
  const others = () =>
    database.query(
      `select l.* from public.teacher_listings l join public.user_profiles p on p.id = l.id
       where p.email !~ $1 and not l._deleted order by l.id`,
      [LOAD_EMAIL],
    );
  const before = await others();
  expect(before.length).toBeGreaterThan(60);
  expect(await seedLoad(database, 100)).toEqual({ added: 0, removed: 200 });
  expect(await live()).toBe(100);
  const [left] = await database.query(
    `select count(*)::int as tombstones, count(l.name)::int as names, count(nullif(p.name, ''))::int as profiles
     from public.teacher_listings l join public.user_profiles p on p.id = l.id where l._deleted`,
  );
  expect(left).toEqual({ tombstones: 200, names: 0, profiles: 0 });
  expect(await others()).toEqual(before);
});

test('more of them come back as the same persons', async () => {
  expect(await seedLoad(database, 300)).toEqual({ added: 200, removed: 0 });
  const wanted = loadTeacher(250);
  const [row] = await database.query(
    `select l.name, l.bio, l.slug, l.five_stars, cardinality(l.style_ids) as styles, l.profile_image_url as picture,
       length(l.checks) / 11 as checks
     from public.teacher_listings l
     where l.id = $1 and not l._deleted`,
    [wanted.id],
  );
  expect(row).toEqual({
    ...{ name: wanted.name, bio: wanted.bio, slug: wanted.slug },
    ...{
      five_stars: wanted.stars?.[0] ?? 0,
      styles: wanted.styles.length,
      picture: wanted.profile_image_url,
    },
    // Identity is one more.
    checks: 1 + (wanted.checks?.length ?? 0),
  });
});

test('a person who took the address of a load teacher stays', async () => {
  const [own] = await database.query<{ id: string }>(
    `insert into public.user_profiles (id, name, email, role)
     values (gen_random_uuid(), 'Rosa Lima', 'carga.301@load.danceflix.test', 'student') returning id`,
  );
  expect(await seedLoad(database, 300)).toEqual({ added: 0, removed: 0 });
  expect(await database.query('select name from public.user_profiles where id = $1', [own?.id])).toEqual([
    { name: 'Rosa Lima' },
  ]);
  await database.query('delete from public.user_profiles where id = $1', [own?.id]);
});

test('the command reports in one line what is wrong', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'danceflix-load-'));
  const command = (...args: string[]) => runSeedLoad(args, { DATA_DIR: dir });
  try {
    await expect(command('--teachers', '5')).rejects.toThrow(
      `There is no data in ${dir} yet: run npm start once, then stop it.`,
    );
    for (const args of [[], ['--teachers', 'many'], ['--teachers', '-1'], ['--teachers']]) {
      await expect(command(...args)).rejects.toThrow('Say how many: npm run seed:load -- --teachers 1000');
    }
    mkdirSync(join(dir, 'db'));
    const unlock = takeLock(dir);
    await expect(command('--teachers', '5')).rejects.toThrow(
      /^Danceflix is already running on the data folder [^\n]*$/,
    );
    unlock();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

describePostgres('on PostgreSQL', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres.stop());

  test('demo data and load teachers are the same rows as on PGlite', async () => {
    const other = await postgres.createDatabase();
    await seedDemo({ database: other, putObject });
    expect(await seedLoad(other, 300)).toEqual({ added: 300, removed: 0 });
    const rows = `select to_jsonb(l) - '_xid' as row from public.teacher_listings l where not _deleted order by id`;
    expect(await other.query(rows)).toEqual(await database.query(rows));
    expect(await seedLoad(other, 0)).toEqual({ added: 0, removed: 300 });
  });
});
