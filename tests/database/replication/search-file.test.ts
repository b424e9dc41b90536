/** The writer of the search file reads public columns of shown teachers, up to a checkpoint that a pull continues. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COLUMN_NAMES } from '../../../supabase/functions/_shared/search-file/columns.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { pull } from '../support/phone.ts';

interface FilePage {
  epoch: string;
  horizon: number;
  rows: unknown[][];
  last: string | null;
  done: boolean;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.exec('delete from app.search_file where true'));

async function asServer<T>(call: string, values: unknown[] = []): Promise<T> {
  const [row] = await database.as('service_role', null, (tx) =>
    tx.query<{ answer: T }>(`select public.${call} as answer`, values),
  );
  return row?.answer as T;
}
const page = (after: string | null = null, size = 2_000, columns: readonly string[] = COLUMN_NAMES) =>
  asServer<FilePage>('search_file_page($1, $2, $3)', [columns, after, size]);
const due = () => asServer<boolean>('search_file_due()');
const settle = ({ epoch, horizon }: Pick<FilePage, 'epoch' | 'horizon'>) =>
  asServer('settle_search_file($1::text::jsonb)', [JSON.stringify({ epoch, horizon })]);
const aMinuteLater = () =>
  database.exec(`update app.search_file set written_at = now() - interval '61 seconds' where true`);
const newTeacher = (name = 'Ana Souza') => database.createUser({ role: 'teacher', name });
const rename = (id: string, name: string) =>
  database.query('update public.user_profiles set name = $1 where id = $2', [name, id]);

/** The horizon as a phone sends it: after every row with a smaller version. */
const behind = ({ horizon }: Pick<FilePage, 'horizon'>) => ({
  xid: horizon - 1,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
});

describe('the file', () => {
  it('holds shown teachers only, page after page', async () => {
    const shown = [await newTeacher(), await newTeacher(), await newTeacher()];
    const inactive = await database.createUser({ role: 'teacher', name: 'Inativa', isActive: false });
    const ended = await newTeacher('Sem verificação');
    await database.query(`update public.teacher_listings set checks = 'i2001220101' where id = $1`, [ended]);
    const student = await database.createUser({ role: 'student', name: 'Aluna' });
    const first = await page(null, 2);
    expect(first).toMatchObject({ done: false, last: first.rows[1]?.[0] });
    const rest = await page(first.last);
    expect(rest.done).toBe(true);
    const ids = [...first.rows, ...rest.rows].map(([id]) => id);
    expect(ids).toEqual(expect.arrayContaining(shown));
    for (const hidden of [inactive, ended, student]) expect(ids).not.toContain(hidden);
    expect(new Set(ids).size).toBe(ids.length);
    expect(first.rows[0]).toHaveLength(COLUMN_NAMES.length);
  });

  it('carries nothing that visitors may not read', async () => {
    for (const columns of [['id', 'email'], ['id', 'ctid'], ['id', 'xmax'], [], ['id', null]])
      await expect(page(null, 1, columns as string[])).rejects.toMatchObject({ code: '22023' });
    for (const role of ['anon', 'authenticated'] as const)
      for (const call of [`search_file_page('{id}')`, 'search_file_due()', `settle_search_file('{}')`])
        await expect(
          database.as(role, null, (tx) => tx.query(`select public.${call}`)),
        ).rejects.toMatchObject({ code: '42501' });
  });

  it('is continued by a pull: a change, a removal and a new teacher after it all arrive', async () => {
    const [changed, removed] = [await newTeacher('Antes'), await newTeacher('Vai embora')];
    const file = await page();
    expect((await pull(database, 'pull_teachers', behind(file), 500)).rows).toEqual([]);
    await rename(changed, 'Depois');
    await database.query('update public.teachers set is_active = false where id = $1', [removed]);
    const added = await newTeacher('Nova');
    const { epoch, rows } = await pull(database, 'pull_teachers', behind(file), 500);
    expect(epoch).toBe(file.epoch);
    expect(rows.map(({ id, name, _deleted }) => [id, _deleted ? null : name])).toEqual(
      expect.arrayContaining([
        [changed, 'Depois'],
        [removed, null],
        [added, 'Nova'],
      ]),
    );
  });
});

describe('it is due', () => {
  it('at first, then only when a listing has changed, and a minute later at the earliest', async () => {
    const id = await newTeacher();
    expect(await due()).toBe(true);
    await settle(await page());
    expect(await due()).toBe(false);
    await rename(id, 'Outro Nome');
    expect(await due()).toBe(false);
    await aMinuteLater();
    expect(await due()).toBe(true);
    await settle(await page());
    await aMinuteLater();
    expect(await due()).toBe(false);
  });

  it('with another history, after a day, and when the clock was set back', async () => {
    await newTeacher();
    await settle(await page());
    await aMinuteLater();
    const named = () =>
      database.as(
        'anon',
        null,
        async (tx) => (await tx.query<{ f: unknown }>('select public.newest_search_file() as f'))[0]?.f,
      );
    expect(await named()).toMatchObject({ epoch: expect.any(String) });
    await database.query('select app.restart_replication()');
    expect(await named()).toBeNull();
    expect(await due()).toBe(true);
    await settle(await page());
    await database.exec(`update app.search_file set written_at = now() - interval '25 hours' where true`);
    expect(await due()).toBe(true);
    await database.exec(
      `update app.search_file set written_at = now() + interval '1 hour', horizon = 0 where true`,
    );
    expect(await due()).toBe(true);
  });

  it('until the newest writer has ended: an older one does not hide its changes', async () => {
    const old = await page();
    await newTeacher();
    const recent = await page();
    await settle(recent);
    await settle(old);
    const [row] = await database.query<{ horizon: number }>('select horizon from app.search_file');
    expect(Number(row?.horizon)).toBe(recent.horizon);
  });
});
