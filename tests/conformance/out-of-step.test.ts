/** A statement that PGlite sends by half leaves a session that answers the next question, and only that one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../supabase/embedded/database/open.ts';
import type { Database } from '../../supabase/embedded/database.ts';

const dirs: string[] = [];
afterAll(() => Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true }))));

const KINDS: Readonly<Record<string, () => Promise<Database>>> = {
  'in memory': () => openDatabase({ driver: 'pglite' }),
  'on a folder': async () => {
    const dir = await mkdtemp(join(tmpdir(), 'danceflix-step-'));
    dirs.push(dir);
    return openDatabase({ driver: 'pglite', dataDir: join(dir, 'db') });
  },
};

describe.each(Object.keys(KINDS))('PGlite %s', (kind) => {
  it('answers after values that fit no type, and after too many of them', async () => {
    const database = await KINDS[kind]?.();
    if (database === undefined) throw new Error(kind);
    await database.exec('create table public.kept (id integer)');
    const driver = database.connection.driver as {
      query(sql: string, params?: readonly unknown[]): Promise<{ rows: unknown[] }>;
    };
    const many = Array.from({ length: 40_000 }, (_, i) => i);
    const places = many.map((_, i) => `($${i + 1}::integer)`).join();
    const broken: [string, unknown[]][] = [
      ['select $1::uuid[]', [7]],
      ['select $1::text[], $2::uuid[]', [['a'], { a: 1 }]],
      [`insert into public.kept values ${places}`, many],
    ];
    for (const [sql, params] of broken) {
      await expect(
        database.serialise(async () => {
          await driver.query('begin');
          await driver.query('insert into public.kept values (1)');
          return driver.query(sql, params);
        }),
      ).rejects.toThrow();
      for (const word of ['one', 'two'])
        expect(await database.serialise(() => driver.query(`select '${word}' as word`))).toMatchObject({
          rows: [{ word }],
        });
      expect(await database.query('select * from public.kept')).toEqual([]);
    }
    await database.close();
  });
});
