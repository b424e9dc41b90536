import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRIVATE, PRIVATE_COLLECTIONS } from '../../../src/db/rows/collections.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';

interface Page {
  checkpoint: { xid: number; id: string } | null;
  done: boolean;
  rows: { id: string }[];
}
interface Answer {
  user_id: string | null;
  epoch: string;
  horizon: number;
  now: number;
  same: string[];
  pages: Record<string, Page>;
  lists: Record<string, string>;
}
type Place = [number | null, string | null, number?];

const PUBLIC = ['cities', 'dance_styles', 'teachers', 'content'];
const OWN = PRIVATE_COLLECTIONS;
const START: Place = [0, '00000000-0000-0000-0000-000000000000'];

let database: TestDatabase;
let student: string;
let teacher: string;

beforeAll(async () => {
  database = await createTestDatabase();
  student = await database.createUser({ role: 'student' });
  teacher = await database.createUser({ role: 'teacher' });
});
afterAll(() => database.close());

const ask = (person: string | null, after: Record<string, Place>, lists: string[] = []) =>
  callAs<Answer>(database, person, `pull_changes('${JSON.stringify({ after, lists })}')`);

const pull = (person: string | null, name: string, [xid, id]: Place) =>
  callAs<Page>(database, person, `pull_${name}(${xid ?? 'null'}, ${id ? `'${id}'` : 'null'}, 500)`);

const favour = (wanted: boolean) =>
  callAs(
    database,
    student,
    `set_favourite(gen_random_uuid(), '${JSON.stringify({ teacher_id: teacher, wanted, wished_at: new Date().toISOString() })}')`,
  );

/** The checkpoint after everything that `person` may pull. */
async function upToDate(person: string | null, names: string[]): Promise<Record<string, Place>> {
  const after: Record<string, Place> = {};
  for (const name of names) {
    const { checkpoint } = await pull(person, name, START);
    after[name] = checkpoint ? [checkpoint.xid, checkpoint.id] : START;
  }
  return after;
}

describe('one request for all checkpoints', () => {
  it('names what has not changed and brings what has, as each pull would, and says the time', async () => {
    const names = [...PUBLIC, ...OWN];
    const after = await upToDate(student, names);
    const quiet = await ask(student, after);
    expect(quiet).toMatchObject({ user_id: student, pages: {} });
    expect(Math.abs(quiet.now - Date.now())).toBeLessThan(60_000);
    expect([...quiet.same].sort()).toEqual([...names].sort());

    await favour(true);
    await database.query(`update public.cities set active = not active where name = 'Natal'`);
    const { same, pages } = await ask(student, after);
    expect(Object.keys(pages).sort()).toEqual(['cities', 'favourites']);
    expect(same).toHaveLength(names.length - 2);
    for (const name of ['cities', 'favourites']) {
      const alone = await pull(student, name, after[name] ?? START);
      expect(pages[name]?.rows).toEqual(alone.rows);
      expect(pages[name]?.checkpoint).toEqual(alone.checkpoint);
    }
  });

  it('brings each collection from the beginning like its own pull', async () => {
    for (const name of [...PUBLIC, ...OWN]) {
      const { pages, same } = await ask(student, { [name]: START });
      const { rows, done } = await pull(student, name, START);
      expect([name, pages[name]?.rows ?? [], same]).toEqual([name, rows, rows.length > 0 ? [] : [name]]);
      expect(done).toBe(true);
    }
  });

  it('answers a checkpoint of another history, or none, with that collection’s pull', async () => {
    const { pages } = await ask(null, { cities: [9e15, START[1]], teachers: [null, null] });
    expect(pages.cities).toMatchObject({ checkpoint: null, done: false, rows: [] });
    expect(pages.teachers?.rows.map(({ id }) => id)).toEqual([teacher]);
  });

  it('does not answer for what it does not know', async () => {
    const { same, pages } = await ask(null, { cities: START, command_log: START });
    expect([...same, ...Object.keys(pages)]).toEqual(['cities']);
  });

  it('shows a post whose time has come', async () => {
    const after = await upToDate(null, ['content']);
    const [category] = await database.query<{ id: string }>(
      `insert into public.blog_categories (name, slug) values ('Hora', 'hora') returning id`,
    );
    await database.transaction(async (tx) => {
      const [post] = await tx.query<{ id: string }>(
        `insert into public.blog_posts (title, slug, category_id, excerpt, body, author_name, status, published_at)
         values ('Na hora marcada', 'na-hora-marcada', $1, 'Um texto que aparece por si.', $2::text::jsonb, 'Equipe',
           'published', now() + interval '1 hour') returning id`,
        [category?.id, JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] })],
      );
      await tx.exec('alter table public.blog_posts disable trigger user');
      await tx.query(
        `update public.blog_posts set published_at = now() - interval '1 minute' where id = $1`,
        [post?.id],
      );
      await tx.exec('alter table public.blog_posts enable trigger user');
    });
    await ask(null, after);
    // Listed by the request before: no request sees its own transaction.
    const { pages } = await ask(null, after);
    expect(pages.content?.rows.length ?? 0).toBeGreaterThan(0);
  });

  it('keeps own rows from visitors and from others', async () => {
    expect(await refusal(() => ask(null, { favourites: START }))).toMatchObject({ code: 'PT401' });
    expect(await refusal(() => ask(null, {}, ['favourites']))).toMatchObject({ code: 'PT401' });
    await favour(true);
    const other = await database.createUser({ role: 'student' });
    const own = await ask(other, Object.fromEntries(OWN.map((name) => [name, START])));
    const foreign = Object.entries(own.pages).flatMap(([name, { rows }]) =>
      rows.filter((row) => name !== 'profile' || row.id !== other),
    );
    expect([own.user_id, foreign]).toEqual([other, []]);
  });
});

it('a digest of visible ids is that of the list', async () => {
  await favour(true);
  const listed = OWN.filter((name) => PRIVATE[name].listed);
  const { lists } = await ask(student, {}, [...OWN, 'command_log']);
  expect(Object.keys(lists).sort()).toEqual([...listed].sort());
  for (const name of listed) {
    const { ids } = await callAs<{ ids: string[] }>(database, student, `visible_ids_${name}()`);
    const digest = createHash('sha256')
      .update([...ids].sort().join(','))
      .digest('hex');
    expect([name, lists[name]]).toEqual([name, digest]);
  }
});
