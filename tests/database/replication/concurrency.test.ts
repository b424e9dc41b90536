/**
 * Sessions that really run side by side, on PostgreSQL: PGlite serialises everything. Each test arranges an order
 * by conditions (a session is seen waiting for a lock), never by time.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describePostgres,
  sqlState,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { Session } from '../support/session.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
const sessions: Session[] = [];

async function session(): Promise<Session> {
  const opened = await Session.open(sql);
  sessions.push(opened);
  return opened;
}

/** Waits until the session waits for a lock that another one holds. */

/** Names must not contain digits. */
const letter = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));
const teacher = (name = 'Professora Paralela') => database.createUser({ role: 'teacher', name });
async function listing(id: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await database.query<{ listing: Record<string, unknown> }>(
    'select to_jsonb(l) as listing from public.teacher_listings l where id = $1',
    [id],
  );
  return row?.listing;
}

describePostgres('side by side on PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 40, onnotice: () => undefined });
  });
  afterAll(async () => {
    for (const opened of sessions) opened.release();
    await sql.end({ timeout: 5 });
    await cluster.stop();
  });

  it('own rows that an older transaction keeps back are named, until they come', async () => {
    const [student, id] = [await database.createUser({ role: 'student' }), await teacher()];
    const [elsewhere, phone] = [await session(), await session()];
    const stranger = await database.createUser({ role: 'student' });
    const ask = async (person = student) => {
      await phone.beginAs(person);
      const after = { favourites: [0, '00000000-0000-0000-0000-000000000000'], notifications: [0, id] };
      const statement = `select public.pull_changes('${JSON.stringify({ after })}'::jsonb) as answer`;
      const [row] = (await phone.run(statement)) as { answer: Record<string, unknown> }[];
      await phone.commit();
      const { early, pages } = row?.answer ?? {};
      return { early, came: Object.keys(pages ?? {}).includes('favourites') };
    };
    await elsewhere.begin();
    await elsewhere.run('select pg_current_xact_id()');
    expect(await ask()).toEqual({ early: [], came: false });
    await phone.beginAs(student);
    const wish = { teacher_id: id, wanted: true, wished_at: new Date().toISOString() };
    await phone.run(`select public.set_favourite('${randomUUID()}', '${JSON.stringify(wish)}'::jsonb)`);
    await phone.commit();
    expect(await ask()).toEqual({ early: ['favourites'], came: false });
    expect(await ask(stranger)).toEqual({ early: [], came: false });
    await elsewhere.commit();
    expect(await ask()).toEqual({ early: [], came: true });
  });

  describe('a listing', () => {
    it('loses neither of two overlapping changes in different tables', async () => {
      const id = await teacher();
      const [one, two] = [await session(), await session()];
      await one.begin();
      await one.run(`update public.user_profiles set name = 'Nome Novo' where id = '${id}'`);
      await two.begin();
      const second = two.run(`update public.teachers set bio = 'Texto novo' where id = '${id}'`);
      await two.isWaiting(database);
      await one.commit();
      await second;
      await two.commit();
      expect(await listing(id)).toMatchObject({ name: 'Nome Novo', bio: 'Texto novo' });
    });

    it('loses nothing while there is no listing yet to lock', async () => {
      const id = await database.createUser({ role: 'teacher', name: 'Ainda Inativa', isActive: false });
      const [one, two] = [await session(), await session()];
      await one.begin();
      await one.run(`update public.teachers set is_active = true where id = '${id}'`);
      await two.begin();
      const second = two.run(`update public.user_profiles set name = 'Agora Ativa' where id = '${id}'`);
      await two.isWaiting(database);
      await one.commit();
      await second;
      await two.commit();
      expect(await listing(id)).toMatchObject({ name: 'Agora Ativa', _deleted: false });
    });

    it('is not written from an old snapshot: a repeatable-read transaction fails instead', async () => {
      const id = await teacher();
      const [one, two] = [await session(), await session()];
      await two.run('begin isolation level repeatable read');
      await two.run('select count(*) from public.teachers');
      await one.run(`update public.user_profiles set name = 'Mais Novo' where id = '${id}'`);
      expect(
        await sqlState(() => two.run(`update public.teachers set bio = 'velho' where id = '${id}'`)),
      ).toBe('40001');
      await two.run('rollback');
      expect(await listing(id)).toMatchObject({ name: 'Mais Novo' });
    });

    it('shows the last state after many writers', async () => {
      const ids = await Promise.all(Array.from({ length: 4 }, () => teacher()));
      const styles = await database.query<{ id: string }>('select id from public.dance_styles limit 6');
      const writes = ids.flatMap((id) =>
        Array.from({ length: 24 }, (_, n) => [
          `update public.user_profiles set name = 'Nome ${letter(n)}' where id = '${id}'`,
          `update public.teachers set bio = 'Texto ${n}', is_paused = ${n % 3 === 0} where id = '${id}'`,
          `insert into public.teacher_dance_styles values ('${id}', '${styles[n % 6]?.id}') on conflict do nothing`,
          `delete from public.teacher_dance_styles where teacher_id = '${id}' and dance_style_id = '${styles[(n * 5) % 6]?.id}'`,
          `insert into public.user_evaluation_stats (user_id, five_stars) values ('${id}', 1)
             on conflict (user_id) do update set five_stars = user_evaluation_stats.five_stars + 1`,
        ]).flat(),
      );
      await Promise.all(writes.map((write) => sql.unsafe(write)));
      await sql.unsafe(
        `update public.teachers set is_paused = false where id in (${ids.map((id) => `'${id}'`).join()})`,
      );
      for (const id of ids) {
        const [expected] = await database.query<{ source: Record<string, unknown> }>(
          `select to_jsonb(s) - array['is_active', 'is_paused', 'is_live'] as source from app.teacher_source s where id = $1`,
          [id],
        );
        const { _xid, ...row } = (await listing(id)) ?? {};
        expect(row).toEqual(expected?.source);
        expect(row.rating_count).toBe(24);
      }
    });

    it('bulk changes in opposite orders do not deadlock', async () => {
      const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => teacher(`Em Massa ${letter(n)}`)));
      const bulk = (order: string, text: string) =>
        sql.unsafe(`insert into public.user_evaluation_stats (user_id, five_stars)
          select id, 1 from public.teachers where id in (${ids.map((id) => `'${id}'`).join()}) order by id ${order}
          on conflict (user_id) do nothing; -- ${text}`);
      const support = (order: string) =>
        sql.unsafe(`insert into public.supporter_tiers (user_id, email, tier, amount)
          select id, id || '@massa.example.com', 'brilho_palco', 63 from public.teachers
          where id in (${ids.map((id) => `'${id}'`).join()}) order by id ${order}`);
      await Promise.all([bulk('asc', 'one'), support('desc')]);
      for (const id of ids)
        expect(await listing(id)).toMatchObject({ rating_count: 1, is_highlighted: true });
    });
  });

  describe('removing users', () => {
    it('does not deadlock with a session that is just writing to them', async () => {
      const id = await teacher();
      await database.query('insert into public.user_evaluation_stats (user_id, five_stars) values ($1, 1)', [
        id,
      ]);
      const [holder, remover, writer] = [await session(), await session(), await session()];
      await holder.begin();
      await holder.run(`select from app.listing_locks where id = '${id}' for update`);
      const removed = remover.run(`delete from auth.users where id = '${id}'`);
      await remover.isWaiting(database);
      const written = writer.run(
        `update public.user_evaluation_stats set five_stars = 2 where user_id = '${id}'`,
      );
      await writer.isWaiting(database);
      await holder.commit();
      await Promise.all([removed, written]);
      expect(await listing(id)).toMatchObject({ _deleted: true });
    });

    it('together with writes to them leaves only tombstones', async () => {
      const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => teacher(`Removida ${letter(n)}`)));
      const writes = ids.flatMap((id) => [
        `delete from auth.users where id = '${id}'`,
        `update public.user_profiles set whatsapp = '+5511900000000' where id = '${id}' and removed_at is null`,
        `update public.user_evaluation_stats set five_stars = 2 where user_id = '${id}'`,
      ]);
      await Promise.all(writes.map((write) => sql.unsafe(write)));
      for (const id of ids) {
        expect(await listing(id)).toMatchObject({ _deleted: true, name: null, whatsapp: null });
        const [profile] = await database.query(
          'select name, whatsapp from public.user_profiles where id = $1',
          [id],
        );
        expect(profile).toEqual({ name: '', whatsapp: null });
      }
    });
  });

  describe('slugs', () => {
    const slug = (id: string, name: string) =>
      `select public.update_teacher_slug('${id}', '${name}') as slug`;

    it('the second of two teachers of one name waits and gets -2', async () => {
      const [first, second] = [await teacher(), await teacher()];
      const [one, two] = [await session(), await session()];
      await one.begin();
      expect(await one.run(slug(first, 'Dupla Igual'))).toEqual([{ slug: 'dupla-igual' }]);
      const waiting = two.run(slug(second, 'DUPLA Igual'));
      await two.isWaiting(database);
      await one.commit();
      expect(await waiting).toEqual([{ slug: 'dupla-igual-2' }]);
    });

    it('a name that the first released can be taken', async () => {
      const [first, second] = [await teacher(), await teacher()];
      const [one, two] = [await session(), await session()];
      await one.begin();
      await one.run(slug(first, 'Devolvida Logo'));
      const waiting = two.run(slug(second, 'Devolvida Logo'));
      await two.isWaiting(database);
      await one.run('rollback');
      expect(await waiting).toEqual([{ slug: 'devolvida-logo' }]);
    });

    it('many at once are all different, other base names included', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => teacher()));
      const answers = await Promise.all(
        ids.map((id, n) =>
          sql.unsafe<{ slug: string }[]>(slug(id, n % 4 === 0 ? 'Muitas Vezes 2' : 'Muitas Vezes')),
        ),
      );
      expect(new Set(answers.map((rows) => rows[0]?.slug)).size).toBe(20);
    });
  });

  describe('commands', () => {
    beforeAll(async () => {
      await database.exec(`
        create table app.test_work (id uuid);
        create function app.test_command(command_id uuid, payload jsonb) returns jsonb language plpgsql as $$
        declare answer jsonb := app.begin_command(command_id, 'test.work', payload);
        begin
          if answer is not null then return answer; end if;
          insert into app.test_work values (command_id);
          return app.finish_command(command_id, jsonb_build_object('at', clock_timestamp()));
        end $$;`);
    });
    const send = (id: string, payload = '{}') => `select app.test_command('${id}', '${payload}') as answer`;
    const worked = (id: string) => database.query('select from app.test_work where id = $1', [id]);

    it('a repetition waits for the first delivery and gets its answer', async () => {
      const id = randomUUID();
      const [one, two] = [await session(), await session()];
      await one.begin();
      const first = await one.run(send(id));
      const waiting = two.run(send(id));
      await two.isWaiting(database);
      await one.commit();
      expect(await waiting).toEqual(first);
      expect(await worked(id)).toHaveLength(1);
    });

    it('a repetition executes the command when the first delivery fails', async () => {
      const id = randomUUID();
      const [one, two] = [await session(), await session()];
      await one.begin();
      await one.run(send(id));
      const waiting = two.run(send(id));
      await two.isWaiting(database);
      await one.run('rollback');
      await waiting;
      expect(await worked(id)).toHaveLength(1);
    });

    it('of twelve deliveries at once one executes, another payload is refused', async () => {
      const id = randomUUID();
      const answers = await Promise.all(Array.from({ length: 12 }, () => sql.unsafe(send(id))));
      expect(new Set(answers.map((rows) => JSON.stringify(rows[0]))).size).toBe(1);
      expect(await worked(id)).toHaveLength(1);
      expect(await sqlState(() => sql.unsafe(send(id, '{"other":1}')))).toBe('PT409');
    });
  });

  describe('the cached search', () => {
    it('answers many at once without one waiting for another', async () => {
      const [one] = [await session()];
      await one.begin();
      await one.run('select public.search_teachers_with_filters_cached(page_number => 77)');
      // The first session still holds the right to cache answers, uncommitted: no other session
      // waits for it.
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          sql.unsafe<{ found: unknown }[]>(
            `select public.search_teachers_with_filters_cached(page_number => ${70 + (n % 10)}) as found`,
          ),
        ),
      );
      expect(answers).toHaveLength(20);
      await one.commit();
      const [count] = await database.query<{ n: number }>('select count(*)::int as n from app.search_cache');
      expect(count?.n).toBeLessThanOrEqual(200);
    });

    it('does not return an answer from before a change that committed late', async () => {
      const id = await teacher('Comita Tarde');
      const [late] = [await session()];
      await late.begin();
      await late.run(`update public.teachers set is_active = false where id = '${id}'`);
      // Younger transactions commit and the search result is cached while the older one is still
      // open.
      await database.exec(`update public.cities set active = not active where name = 'Natal'`);
      const ask = async () => {
        const rows = await sql.unsafe<{ n: number }[]>(
          `select (public.search_teachers_with_filters_cached(name_filter => 'comita tarde') ->> 'total_count')::int as n`,
        );
        return rows[0]?.n;
      };
      expect(await ask()).toBe(1);
      const [kept] = await database.query<{ n: number }>(
        `select count(*)::int as n from app.search_cache where key like '%comita tarde%'`,
      );
      expect(kept?.n).toBe(1);
      await late.commit();
      expect(await ask()).toBe(0);
    });
  });
});
