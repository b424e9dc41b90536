/**
 * Bulk messages of the team: their recipients, stopping and resuming, and that no person is
 * notified twice.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, idOf, refusal } from '../accounts/account-steps.ts';
import { inbox } from '../lessons/lesson-steps.ts';
import { auditOf, list } from './admin-steps.ts';
import { type Bulk, MESSAGE, previewBulk, startBulk, stepBulk, turnBulk } from './bulk-steps.ts';

let database: TestDatabase;
let admin: string;
let vitoria: string;
let zouk: string;
let people: { forro: string; zouk: string; teacher: string; far: string };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  vitoria = await idOf(database, 'cities', 'Vitória');
  zouk = await idOf(database, 'dance_styles', 'Zouk');
  const far = await idOf(database, 'cities', 'São Paulo');
  const forro = await idOf(database, 'dance_styles', 'Forró');
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  people = {
    forro: await database.createUser({ role: 'student', name: 'Ana', cityId: vitoria }),
    zouk: await database.createUser({ role: 'student', name: 'Bia', cityId: vitoria }),
    teacher: await database.createUser({ role: 'teacher', name: 'Caio', cityId: vitoria, styleIds: [zouk] }),
    far: await database.createUser({ role: 'student', name: 'Davi', cityId: far }),
  };
  for (const [id, style] of [
    [people.forro, forro],
    [people.zouk, zouk],
    [people.far, zouk],
    [people.far, forro],
  ]) {
    await database.query(
      'insert into public.student_dance_styles (student_id, dance_style_id) values ($1, $2)',
      [id, style],
    );
  }
  return async () => {
    await database.query('delete from auth.users where id = any ($1::uuid[])', [
      `{${[admin, ...Object.values(people)].join()}}`,
    ]);
  };
});

const state = (id: string) => callAs<Bulk | null>(database, admin, 'admin_bulk($1)', [id]);
const recipients = async (id: string, filter = {}) =>
  (
    await list<{
      id: string;
      state: string;
      person: { name: string } | null;
      sent_at: string | null;
      push: string | null;
    }>(database, admin, 'bulk_recipients', { filter: { bulk_id: id, ...filter } })
  ).rows;
const titles = async (person: string) => (await inbox(database, person)).map(({ title }) => title);
const leave = (person: string) => database.query('delete from auth.users where id = $1', [person]);

describe('the recipients of a message', () => {
  it.each([
    ['everybody', {}, { total: 5, student: 3, teacher: 1, admin: 1 }],
    ['a role', { role: 'student' }, { total: 3, student: 3, teacher: 0 }],
    ['a city', { city_id: 'vitoria' }, { total: 3, student: 2, teacher: 1 }],
    ['a style', { dance_style_id: 'zouk' }, { total: 3, student: 2, teacher: 1 }],
    ['all three', { role: 'student', city_id: 'vitoria', dance_style_id: 'zouk' }, { total: 1, student: 1 }],
  ])('%s', async (_, wanted, counts) => {
    const ids: Record<string, string> = { vitoria, zouk };
    const audience = Object.fromEntries(
      Object.entries(wanted).map(([key, value]) => [key, ids[value] ?? value]),
    );
    expect(await previewBulk(database, admin, audience)).toMatchObject({ ...counts, already: 0 });
    const { id, total } = await startBulk(database, admin, audience);
    expect(total).toBe(counts.total);
    expect(await recipients(id)).toHaveLength(counts.total);
  });

  it('without people who left, and without test data', async () => {
    await leave(people.far);
    await database.query('update public.user_profiles set is_demo = true where id = $1', [people.zouk]);
    expect(await previewBulk(database, admin, {})).toMatchObject({ total: 3 });
  });

  it('are fixed at the start: others come too late, and people who leave are removed', async () => {
    const { id } = await startBulk(database, admin, { role: 'student' });
    const late = await database.createUser({ role: 'student', name: 'Tarde Demais' });
    await leave(people.zouk);
    expect(await stepBulk(database, admin, id)).toMatchObject({ state: 'done', total: 3, sent: 2, gone: 1 });
    expect(await titles(late)).toEqual([]);
    expect((await recipients(id)).map(({ id: person }) => person).sort()).toEqual(
      [people.far, people.forro].sort(),
    );
    await leave(late);
  });
});

describe('a bulk message', () => {
  it('is sent in steps, writes each inbox once, and ends with the last', async () => {
    const { id } = await startBulk(database, admin, {});
    expect(await titles(people.forro)).toEqual([]);
    expect(await stepBulk(database, admin, id, 2)).toMatchObject({ stepped: 2, state: 'sending', sent: 2 });
    expect(await recipients(id, { state: 'waiting' })).toHaveLength(3);
    expect(await stepBulk(database, admin, id, 10)).toMatchObject({ stepped: 3, state: 'done', sent: 5 });
    expect(await stepBulk(database, admin, id, 10)).toMatchObject({ stepped: null, state: 'done', sent: 5 });
    for (const person of Object.values(people)) {
      expect(await inbox(database, person)).toEqual([
        expect.objectContaining({
          kind: 'news.message',
          title: MESSAGE.title,
          body: MESSAGE.body,
          url: MESSAGE.url,
        }),
      ]);
    }
    const rows = await recipients(id);
    expect(rows.every((row) => row.state === 'sent' && row.sent_at !== null)).toBe(true);
    expect(rows.map(({ person }) => person?.name).sort()).toEqual(['Ana', 'Bia', 'Caio', 'Davi', 'Equipe']);
  });

  it('records for each person the result of the push', async () => {
    await database.query(
      `insert into public.pwa_subscriptions (user_id, fcm_token, endpoint) values ($1, repeat('a', 120), 'https://push.example/ana')`,
      [people.forro],
    );
    const { id } = await startBulk(database, admin, {});
    await stepBulk(database, admin, id);
    const pushes = async () =>
      Object.fromEntries((await recipients(id)).map(({ person, push }) => [person?.name, push]));
    const nobody = { Bia: null, Caio: null, Davi: null, Equipe: null };
    expect(await pushes()).toEqual({ Ana: 'waiting', ...nobody });
    await database.query(
      `update public.push_queue set finished_at = now(), outcome = 'sent', lease = null where user_id = $1`,
      [people.forro],
    );
    expect(await pushes()).toEqual({ Ana: 'sent', ...nobody });
  });

  it('stops and resumes where it was, however often that is requested', async () => {
    const { id } = await startBulk(database, admin, {});
    await stepBulk(database, admin, id, 1);
    expect(await turnBulk(database, admin, 'stop', id)).toMatchObject({ state: 'stopped', sent: 1 });
    const stopped = await turnBulk(database, admin, 'stop', id);
    expect(await stepBulk(database, admin, id)).toMatchObject({ stepped: null, state: 'stopped', sent: 1 });
    expect(await database.query('select public.send_bulk_notifications() as told')).toEqual([{ told: 0 }]);
    expect(stopped.stopped_at).toBe((await state(id))?.stopped_at);
    expect(await turnBulk(database, admin, 'resume', id)).toMatchObject({
      state: 'sending',
      stopped_at: null,
    });
    expect(await stepBulk(database, admin, id)).toMatchObject({ state: 'done', sent: 5 });
    expect(await turnBulk(database, admin, 'stop', id)).toMatchObject({ state: 'done' });
    expect(await titles(people.forro)).toEqual([MESSAGE.title]);
  });

  it('continues without a page, by timed work, oldest first', async () => {
    const first = await startBulk(database, admin, { role: 'student' });
    const second = await startBulk(database, admin, { role: 'teacher', title: 'Outra coisa' });
    expect(await database.query('select public.send_bulk_notifications(2) as told')).toEqual([{ told: 2 }]);
    expect([(await state(first.id))?.sent, (await state(second.id))?.sent]).toEqual([2, 0]);
    const [row] = await database.query<{ answer: { bulk_sent: number } }>(
      'select public.tidy_up() as answer',
    );
    expect(row?.answer.bulk_sent).toBe(2);
    expect([(await state(first.id))?.state, (await state(second.id))?.state]).toEqual(['done', 'done']);
  });

  it('is the same one when its command is repeated, and only one when its id is', async () => {
    const [command, id] = [randomUUID(), randomUUID()];
    const first = await startBulk(database, admin, { id }, command);
    expect(await startBulk(database, admin, { id }, command)).toEqual(first);
    expect(await refusal(() => startBulk(database, admin, { id, title: 'Outra coisa' }))).toMatchObject({
      code: 'PT409',
      hint: 'bulk_exists',
    });
    expect(await count(database, 'public.bulk_notifications where id = $1', [id])).toBe(1);
  });

  it('skips people who got the very same message since yesterday', async () => {
    const other = await database.createUser({ role: 'admin', name: 'Outra da Equipe' });
    await startBulk(database, admin, { city_id: vitoria });
    expect(await previewBulk(database, other, { ...MESSAGE })).toMatchObject({ total: 3, already: 3 });
    const second = await startBulk(database, other, {});
    await database.query('select public.send_bulk_notifications()');
    expect(second.total).toBe(3);
    expect(await titles(people.forro)).toEqual([MESSAGE.title]);
    expect(await refusal(() => startBulk(database, other, {}))).toMatchObject({
      code: 'PT409',
      hint: 'bulk_repeated',
    });
    await database.query(`update public.bulk_notifications set created_at = now() - interval '25 hours'`);
    expect((await startBulk(database, other, {})).total).toBe(6);
    await leave(other);
  });

  it.each([
    [{ title: 'x' }, 'bulk_notifications_title_check'],
    [{ title: null }, 'title'],
    [{ body: '' }, 'body'],
    [{ body: 'x'.repeat(1001) }, 'bulk_notifications_body_check'],
    [{ url: 'https://outro.example/' }, 'bulk_notifications_url_check'],
    [{ url: '//outro.example/' }, 'bulk_notifications_url_check'],
    [{ url: '/com espaço' }, 'bulk_notifications_url_check'],
    [{ role: 'visitor' }, 'bulk_notifications_role_check'],
    [{ city_id: '00000000-0000-4000-8000-0000000000aa' }, 'city_id'],
    [{ dance_style_id: 'x' }, 'dance_style_id'],
    [{ audience: 'todos' }, 'audience'],
  ])('is refused with %j', async (wrong, detail) => {
    expect(await refusal(() => startBulk(database, admin, wrong))).toMatchObject({
      code: '22023',
      hint: 'invalid_value',
      detail,
    });
  });

  it('is refused without recipients', async () => {
    const nowhere = await idOf(database, 'cities', 'Macapá');
    expect(await refusal(() => startBulk(database, admin, { city_id: nowhere }))).toMatchObject({
      code: '22023',
      hint: 'bulk_nobody',
    });
    expect(await count(database, 'public.bulk_notifications where city_id = $1', [nowhere])).toBe(0);
  });

  it('is in the audit: who sent, stopped and resumed it, not each step', async () => {
    const { id } = await startBulk(database, admin, {});
    await stepBulk(database, admin, id, 1);
    await turnBulk(database, admin, 'stop', id);
    await turnBulk(database, admin, 'resume', id);
    await stepBulk(database, admin, id);
    const lines = await auditOf(database, admin, id);
    expect(lines.map(({ action, after }) => [action, after?.state, after?.total ?? null])).toEqual([
      ['insert', 'sending', 5],
      ['update', 'stopped', null],
      ['update', 'sending', null],
    ]);
  });

  it('is listed, found by its words, and is forgotten person by person after 90 days', async () => {
    const { id } = await startBulk(database, admin, { title: 'Baile da Lua Nova' });
    await stepBulk(database, admin, id);
    const found = await list<Bulk>(database, admin, 'bulk', { filter: { search: 'lua no' } });
    expect(found.rows).toMatchObject([{ id, state: 'done', created_by: { id: admin, name: 'Equipe' } }]);
    const tidyIn = (days: number) =>
      database.query('select public.tidy_up(1000, now() + make_interval(days => $1))', [days]);
    await tidyIn(89);
    expect(await recipients(id)).toHaveLength(5);
    await tidyIn(91);
    expect(await recipients(id)).toEqual([]);
    expect(await state(id)).toMatchObject({ total: 5, sent: 5 });
  });

  it('of an administrator who left shows no name', async () => {
    const gone = await database.createUser({ role: 'admin', name: 'De Saída' });
    const { id } = await startBulk(database, gone, { role: 'student' });
    await leave(gone);
    expect(await state(id)).toMatchObject({ created_by: null, state: 'sending' });
    expect(await stepBulk(database, admin, id)).toMatchObject({ state: 'done', sent: 3 });
  });
});

it('is part of its recipients’ own data', async () => {
  const { id } = await startBulk(database, admin, { role: 'student' });
  await stepBulk(database, admin, id);
  expect(await callAs(database, people.forro, 'my_data()')).toMatchObject({
    team_messages: [{ title: MESSAGE.title, state: 'sent' }],
    team_messages_sent: [],
  });
  expect(await callAs(database, admin, 'my_data()')).toMatchObject({
    team_messages: [],
    team_messages_sent: [{ title: MESSAGE.title, total: 3 }],
  });
});
