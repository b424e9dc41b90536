/** Partner requests: who sees them, and that no number is anywhere before both have agreed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NotebookRow } from '../../../src/db/rows/notebook-fields.ts';
import { hearBroadcasts } from '../../support/broadcasts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount, idOf, refusal } from '../accounts/account-steps.ts';
import { createCouple, inbox, type PrivatePage } from '../lessons/lesson-steps.ts';
import { block } from '../lessons/mark-steps.ts';
import { readAll } from '../support/readings.ts';

const NUMBERS = { asker: '+5527999990001', answerer: '+5527999990002' };
let database: TestDatabase;
let city: string;
let zouk: string;
let event: string;
let asker: string;
let answerer: string;
let other: string;
beforeAll(async () => {
  database = await createTestDatabase();
  city = await idOf(database, 'cities', 'Vitória');
  zouk = await idOf(database, 'dance_styles', 'Zouk');
});
afterAll(() => database.close());
beforeEach(async () => {
  event = randomUUID();
  await database.query(
    `insert into public.events (id, title, kind, city_id, starts_at, weekly, is_published)
     values ($1, 'Baile do Par', 'baile', $2, '2027-01-05T23:00:00Z', true, true)`,
    [event, city],
  );
  asker = await database.createUser({ role: 'student', name: 'Ana Procura' });
  answerer = await database.createUser({ role: 'student', name: 'Beto Responde' });
  other = await database.createUser({ role: 'student', name: 'Caio Olha' });
  for (const [person, number] of [
    [asker, NUMBERS.asker],
    [answerer, NUMBERS.answerer],
  ])
    await database.query('update public.user_profiles set whatsapp = $2 where id = $1', [person, number]);
});

type Fields = Record<string, unknown>;
interface Told {
  version: number;
  row_id: string;
}
const call = (person: string | null, procedure: string, content: unknown, command = randomUUID()) =>
  callAs<Told>(database, person, `${procedure}($1, $2::text::jsonb)`, [command, JSON.stringify(content)]);
const request = (more: Fields = {}) => ({
  ...{ id: randomUUID(), event_id: event, day: '2027-01-12', style_id: null, city_id: null },
  ...{ role: 'conduz', level: 'iniciante', adult: true, ...more },
});
async function ask(more: Fields = {}, person = asker): Promise<string> {
  const wanted = request(more);
  await call(person, 'ask_for_partner', wanted);
  return wanted.id;
}
const answer = (person: string, id: string, wanted = true, more: Fields = { adult: true }) =>
  call(person, 'answer_partner_request', { request_id: id, wanted, ...more });
const listed = (person: string | null) =>
  callAs<Fields[]>(database, person, 'open_partner_requests()').then((rows) => rows.map(({ id }) => id));
async function held(person: string, id: string): Promise<Fields | undefined> {
  const { rows } = await callAs<PrivatePage>(database, person, 'pull_notebook()');
  const row = (rows as unknown as (NotebookRow & { _deleted: boolean })[]).find((one) => one.id === id);
  return row?._deleted ? undefined : (row?.data as unknown as Fields | undefined);
}
async function answersOf(id: string, person = asker): Promise<Fields[]> {
  return ((await held(person, id))?.answers ?? []) as Fields[];
}
async function accept(id: string, place = 0): Promise<Told> {
  const answers = await answersOf(id);
  return call(asker, 'accept_partner', { request_id: id, answer_id: answers[place]?.id });
}
const hint = async (act: () => Promise<unknown>) => (await refusal(act))?.hint ?? null;

describe('a partner request', () => {
  // «Quem tem conta vê seu primeiro nome;»
  it('[T085] is listed for people with an account, with first name, role and level, and not for visitors', async () => {
    const id = await ask();
    const rows = await callAs<Fields[]>(database, other, 'open_partner_requests()');
    expect(rows.find((row) => row.id === id)).toEqual({
      ...{ id, person_id: asker, name: 'Ana', role: 'conduz', level: 'iniciante' },
      ...{ event_id: event, day: '2027-01-12', style_id: null, city_id: null },
    });
    expect(await listed(asker)).not.toContain(id);
    expect((await refusal(() => listed(null)))?.code).toBe('42501');
    const styled = await ask({ event_id: null, day: null, style_id: zouk, city_id: city });
    expect(await callAs<Fields[]>(database, other, 'open_partner_requests($1)', [event])).toHaveLength(1);
    expect(await listed(other)).toContain(styled);
  });

  it('[T085] shows no number before both agreed, in no list, pull, hint, notification or answer; then to both', async () => {
    const id = await ask();
    const heard = await hearBroadcasts(database);
    const told: unknown[] = [await answer(answerer, id), await answer(answerer, id)];
    const leaks = async () => {
      const seen = [told, await heard(), await inbox(database, asker), await inbox(database, answerer)];
      for (const person of [asker, answerer, other]) {
        seen.push([await held(person, id), await callAs(database, person, 'open_partner_requests()')]);
        const all = await readAll(database, person, []);
        // The own number is in the own profile.
        const own = person === asker ? NUMBERS.asker : person === answerer ? NUMBERS.answerer : 'none';
        seen.push([JSON.stringify(all).replaceAll(own, '')]);
      }
      return Object.values(NUMBERS).filter((number) => JSON.stringify(seen).includes(number));
    };
    expect(await leaks()).toEqual([]);
    expect(await answersOf(id)).toMatchObject([{ name: 'Beto', state: 'waiting', contact: null }]);
    expect(await held(answerer, id)).toMatchObject({ side: 'answerer', state: 'waiting', contact: null });
    expect((await inbox(database, asker)).map(({ kind }) => kind)).toEqual(['partner.answered']);

    const done = await accept(id);
    expect(JSON.stringify(done)).not.toContain('+55');
    expect((await answersOf(id))[0]?.contact).toEqual({
      name: 'Beto Responde',
      whatsapp: NUMBERS.answerer,
      email: null,
    });
    expect(await held(answerer, id)).toMatchObject({
      contact: { name: 'Ana Procura', whatsapp: NUMBERS.asker, email: null },
    });
    const [accepted] = await inbox(database, answerer);
    expect(accepted?.kind).toBe('partner.accepted');
    expect(JSON.stringify(accepted)).not.toContain('+55');
    expect(await held(other, id)).toBeUndefined();
    expect(await listed(other)).not.toContain(id);
  });

  it('is accepted by its asker only, and only an answer to it', async () => {
    const [id, foreign] = [await ask(), await ask({}, other)];
    await answer(answerer, id);
    await answer(answerer, foreign);
    const [mine] = await answersOf(id);
    const [theirs] = await answersOf(foreign, other);
    for (const person of [answerer, other])
      expect(await hint(() => call(person, 'accept_partner', { request_id: id, answer_id: mine?.id }))).toBe(
        'request_unknown',
      );
    expect(await hint(() => call(asker, 'accept_partner', { request_id: id, answer_id: theirs?.id }))).toBe(
      'answer_over',
    );
    expect(await hint(() => answer(asker, id))).toBe('own_request');
    expect(await hint(() => call(answerer, 'withdraw_partner_request', { request_id: id }))).toBe(
      'request_unknown',
    );
    await answer(answerer, id, false);
    expect(await hint(() => accept(id))).toBe('answer_over');
  });

  it('[T085] ends when it is withdrawn, with its date or its answerer, and the contacts go', async () => {
    for (const end of [
      (id: string) => call(asker, 'withdraw_partner_request', { request_id: id }),
      (id: string) => answer(answerer, id, false),
      (id: string) =>
        database.query(
          `update public.partner_requests set expires_at = now() - interval '1 second' where id = $1`,
          [id],
        ),
    ]) {
      const id = await ask();
      await answer(answerer, id);
      await accept(id);
      await end(id);
      await database.query('select public.tend_lessons()');
      expect(JSON.stringify([await held(asker, id), await held(answerer, id)])).not.toContain('+55');
      expect(await hint(() => answer(other, id))).toBe('request_over');
      await database.query('delete from public.partner_requests where id = $1', [id]);
    }
  });

  it('a block parts both ways, without telling the blocked person', async () => {
    for (const [blocker, blocked] of [
      [asker, answerer],
      [answerer, asker],
    ] as const) {
      const [waiting, accepted] = [await ask(), await ask({ day: '2027-01-19' })];
      await answer(answerer, waiting);
      await answer(answerer, accepted);
      await accept(accepted);
      const before = await held(blocked, waiting);
      const { version } = await block(database, blocker, blocked);
      expect(JSON.stringify([await held(asker, accepted), await held(answerer, accepted)])).not.toContain(
        '+55',
      );
      expect(await held(blocked, waiting)).toEqual(before);
      expect(await hint(() => accept(waiting))).not.toBeNull();
      const fresh = await ask({ day: '2027-01-26' });
      expect(await listed(answerer)).not.toContain(fresh);
      expect(await hint(() => answer(answerer, fresh))).toBe('request_over');
      await block(database, blocker, blocked, { wanted: false, base: version });
      for (const id of [waiting, accepted, fresh])
        await database.query('delete from public.partner_requests where id = $1', [id]);
    }
  });

  it('arrives once; five at a time; hostile ones are refused', async () => {
    const [command, wanted] = [randomUUID(), request()];
    expect(await call(asker, 'ask_for_partner', wanted, command)).toEqual(
      await call(asker, 'ask_for_partner', wanted, command),
    );
    expect(await hint(() => call(other, 'ask_for_partner', wanted))).toBe('request_exists');
    for (const [more, said] of [
      [{ role: 'chefe' }, 'invalid_value'],
      [{ level: 'iniciante 27 99999-0001' }, 'invalid_value'],
      [{ note: '27 99999-0001' }, 'invalid_value'],
      [{ style_id: zouk }, 'invalid_value'],
      [{ event_id: null }, 'invalid_value'],
      [{ day: '2027-01-13' }, 'day_unknown'],
      [{ event_id: randomUUID() }, 'event_unknown'],
    ] as const)
      expect(await hint(() => ask(more)), JSON.stringify(more)).toBe(said);
    for (let turn = 1; turn < 5; turn++) await ask();
    expect(await hint(() => ask())).toBe('too_many_requests');
  });

  it('goes with its person from both phones', async () => {
    const [id, theirs] = [await ask(), await ask({}, other)];
    await answer(answerer, id);
    await accept(id);
    await answer(asker, theirs);
    await deleteAccount(database, asker, 'EXCLUIR');
    expect(await held(answerer, id)).toBeUndefined();
    expect((await held(other, theirs))?.answers).toEqual([]);
  });
});

describe('only people of 18 and over', () => {
  const statedAt = async (person: string) => {
    const [row] = await database.query<{ at: string | null }>(
      'select adult_stated_at as at from public.user_profiles where id = $1',
      [person],
    );
    return row?.at ?? null;
  };
  /** A request of lessons for a person under age, by this person, waiting or accepted. */
  async function askAsGuardian(person: string, status: 'Pendente' | 'Aceito' = 'Pendente'): Promise<string> {
    const { teacher } = await createCouple(database);
    await database.query(`insert into public.teacher_checks (teacher_id, kind) values ($1, 'background')`, [
      teacher,
    ]);
    const [row] = await database.query<{ id: string }>(
      `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, guardian_terms, guardian_terms_at)
       select gen_random_uuid(), $1, $2, l.dance_style_id, '1', now()
       from public.teacher_dance_styles l where l.teacher_id = $2 limit 1 returning id`,
      [person, teacher],
    );
    if (status === 'Aceito')
      await database.query(`update public.lesson_requests set status = 'Aceito' where id = $1`, [row?.id]);
    return row?.id ?? '';
  }
  const tend = () => database.query('select public.tend_lessons()');

  // «para pedir um par ou responder a um pedido de par, você declara ter 18 anos ou mais.»
  // «Na primeira vez, você declara ter 18 anos ou mais, e guardamos a data.»
  it('[T085] nobody asks or answers who has not stated to be of age; the server keeps when, once', async () => {
    for (const adult of [undefined, null, false]) {
      expect(await hint(() => ask({ adult }))).toBe('adult_unstated');
      expect(await hint(() => ask({ adult: 'true' }))).toBe('invalid_value');
    }
    expect(await statedAt(asker)).toBeNull();
    const id = await ask();
    const first = await statedAt(asker);
    expect(Math.abs(Date.now() - Date.parse(first ?? ''))).toBeLessThan(86_400_000);
    await ask({ day: '2027-01-19', adult: false });
    expect(await statedAt(asker)).toEqual(first);

    expect(await hint(() => answer(answerer, id, true, {}))).toBe('adult_unstated');
    expect(await answersOf(id)).toEqual([]);
    await answer(answerer, id);
    expect(await statedAt(answerer)).not.toBeNull();
    // Taking it back states nothing.
    await answer(answerer, id, false, {});
    await answer(answerer, id, true, {});
    expect(await answersOf(id)).toMatchObject([{ state: 'waiting' }]);
    expect(await statedAt(other)).toBeNull();
  });

  it('a statement comes with a write that counts, and only the server writes it', async () => {
    expect(await hint(() => ask({ day: '2027-01-13' }))).toBe('day_unknown');
    expect(await hint(() => ask({ role: 'chefe' }))).toBe('invalid_value');
    expect(await statedAt(asker)).toBeNull();
    for (const role of ['authenticated', 'anon'] as const)
      expect(
        await refusal(() =>
          database.as(role, asker, (tx) =>
            tx.query(`update public.user_profiles set adult_stated_at = now() where id = '${asker}'`),
          ),
        ),
      ).toMatchObject({ code: '42501' });
    expect(await statedAt(asker)).toBeNull();
    expect(
      await hint(() =>
        call(asker, 'update_profile', { changes: { adult_stated_at: '2020-01-01T00:00:00Z' } }),
      ),
    ).not.toBeNull();
    expect(await statedAt(asker)).toBeNull();
  });

  it('its date is on the own phone and in the own data, on no other, and goes with the account', async () => {
    const id = await ask();
    await answer(answerer, id);
    await accept(id);
    await database.query(
      `update public.user_profiles set adult_stated_at = '2026-03-04T05:06:07Z' where id = $1`,
      [asker],
    );
    const profile = async (person: string) =>
      (await callAs<PrivatePage>(database, person, 'pull_profile()')).rows[0] as unknown as Fields;
    expect(Date.parse(String((await profile(asker)).adult_stated_at))).toBe(Date.UTC(2026, 2, 4, 5, 6, 7));
    expect((await profile(other)).adult_stated_at).toBeNull();
    const { profile: own } = await callAs<{ profile: Fields }>(database, asker, 'my_data()');
    expect(own.adult_stated_at).toContain('2026-03-04');
    for (const person of [answerer, other]) {
      const seen = [await readAll(database, person, []), await held(person, id)];
      expect(JSON.stringify(seen)).not.toContain('2026-03-04');
    }
    await deleteAccount(database, asker, 'EXCLUIR');
    expect(await statedAt(asker)).toBeNull();
  });

  it('a request without a statement is listed nowhere and takes no answer', async () => {
    const id = await ask();
    await database.query('update public.user_profiles set adult_stated_at = null where id = $1', [asker]);
    expect(await listed(other)).not.toContain(id);
    expect(await hint(() => answer(answerer, id))).toBe('request_over');
  });

  // «Uma conta que pede aula para menor não aparece.»
  it.each(['Pendente', 'Aceito'] as const)(
    '[T085] a guardian is never among partners while lessons for a minor are %s, and is again after that',
    async (status) => {
      const [mine, theirs] = [await ask(), await ask({}, other)];
      await answer(asker, theirs);
      const lessons = await askAsGuardian(asker, status);
      expect(await listed(answerer)).not.toContain(mine);
      expect(await hint(() => answer(answerer, mine))).toBe('request_over');
      expect(await hint(() => ask())).toBe('guardian_account');
      const fresh = await ask({ day: '2027-01-19' }, other);
      expect(await hint(() => answer(asker, fresh))).toBe('guardian_account');
      expect(await listed(asker)).toEqual([]);
      const [given] = await answersOf(theirs, other);
      expect(
        await hint(() => call(other, 'accept_partner', { request_id: theirs, answer_id: given?.id })),
      ).toBe('answer_over');
      await tend();
      expect(await held(asker, mine)).toMatchObject({ ended: true });
      expect(await answersOf(theirs, other)).toMatchObject([{ state: 'ended' }]);

      await database.query(`update public.lesson_requests set status = 'Cancelado' where id = $1`, [lessons]);
      const again = await ask({ day: '2027-01-26' });
      expect(await listed(answerer)).toContain(again);
      await database.query('delete from public.partner_requests where id = any($1::uuid[])', [
        `{${fresh},${again}}`,
      ]);
    },
  );

  it('who is a guardian since accepts nobody, and keeps the partner that both agreed on', async () => {
    const [agreed, waiting] = [await ask(), await ask({ day: '2027-01-19' })];
    await answer(answerer, agreed);
    await answer(answerer, waiting);
    await accept(agreed);
    await askAsGuardian(asker);
    expect(await hint(() => accept(waiting))).toBe('guardian_account');
    await tend();
    expect((await answersOf(agreed))[0]?.contact).toMatchObject({ name: 'Beto Responde' });
    expect(await held(asker, waiting)).toMatchObject({ ended: true });
  });
});
