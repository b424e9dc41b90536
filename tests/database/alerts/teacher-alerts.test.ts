/** 'Avise-me': making, listing and stopping alerts; what is kept of them, and of phones without an account. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount, refusal } from '../accounts/account-steps.ts';
import type { PrivatePage } from '../lessons/lesson-steps.ts';
import type { Claim } from '../push/push-steps.ts';
import {
  placesOf,
  savePhone,
  setAlert,
  setVisitorAlert,
  stopVisitorAlert,
  tell,
  tellAll,
  type World,
} from './alert-steps.ts';

let world: World;
let student: string;
beforeAll(async () => {
  world = await placesOf(await createTestDatabase());
});
afterAll(() => world.database.close());
beforeEach(async () => {
  await world.database.exec('delete from app.visitor_phones');
  student = await world.database.createUser({ role: 'student', name: 'Quem Procura' });
});

const rowsOf = async (person: string) =>
  (await callAs<PrivatePage>(world.database, person, 'pull_alerts()')).rows as unknown as Record<
    string,
    unknown
  >[];
const zoukInVitoria = () => ({ style_id: world.zouk, city_id: world.vitoria });
const phones = () =>
  world.database.query<{ fcm_token: string | null }>('select fcm_token from app.visitor_phones order by id');

describe('with an account', () => {
  it('[T080] the same wish is one row on every phone, on and off, however it is written', async () => {
    const first = await setAlert(world, student, { ...zoukInVitoria(), neighborhood: 'Praia do Canto' });
    const again = await setAlert(world, student, { ...zoukInVitoria(), neighborhood: ' PRAIA do canto' });
    expect(again.row_id).toBe(first.row_id);
    expect(again.version).toBeGreaterThan(first.version);
    await setAlert(world, student, { ...zoukInVitoria(), neighborhood: 'praia do canto' }, false);
    expect(await rowsOf(student)).toMatchObject([{ id: first.row_id, is_on: false }]);
    // A wish that was never made can be stopped: two phones may have known of each other's late.
    await setAlert(world, student, { style_id: world.forro }, false);
    expect(await rowsOf(student)).toHaveLength(2);
  });

  it('a repeated command changes nothing', async () => {
    const command = randomUUID();
    const first = await setAlert(world, student, zoukInVitoria(), true, command);
    await setAlert(world, student, zoukInVitoria(), false);
    expect(await setAlert(world, student, zoukInVitoria(), true, command)).toEqual(first);
    expect(await rowsOf(student)).toMatchObject([{ is_on: false }]);
  });

  it.each([
    ['neither style nor city', () => ({}), '22023', 'invalid_value'],
    [
      'a bairro without its city',
      () => ({ style_id: world.zouk, neighborhood: 'Centro' }),
      '22023',
      'invalid_value',
    ],
    [
      'a bairro of one letter',
      () => ({ city_id: world.vitoria, neighborhood: 'C' }),
      '22023',
      'invalid_value',
    ],
    [
      'a text of 81 letters',
      () => ({ city_id: world.vitoria, neighborhood: 'c'.repeat(81) }),
      '22023',
      'invalid_value',
    ],
    ['an unknown style', () => ({ style_id: randomUUID() }), 'PT404', 'place_unknown'],
  ])('%s is refused, to visitors too', async (_, wish, code, hint) => {
    expect(await refusal(() => setAlert(world, student, wish()))).toMatchObject({ code, hint });
    expect(await refusal(() => setVisitorAlert(world, wish()))).toMatchObject({ code, hint });
  });

  it('twenty are enough', async () => {
    for (let n = 0; n < 20; n += 1) {
      await setAlert(world, student, { city_id: world.vitoria, neighborhood: `Bairro ${n}` });
    }
    expect(await refusal(() => setAlert(world, student, zoukInVitoria()))).toMatchObject({
      code: 'PT409',
      hint: 'too_many_alerts',
    });
    await setAlert(world, student, { city_id: world.vitoria, neighborhood: 'Bairro 3' });
    await setAlert(world, student, { city_id: world.vitoria, neighborhood: 'Bairro 3' }, false);
    await setAlert(world, student, zoukInVitoria());
  });

  it('[T081] ends after a year, leaves the phones thirty days later, and with the account at once', async () => {
    const { database } = world;
    const { row_id } = await setAlert(world, student, zoukInVitoria());
    await tell(world, 60 * 24 * 364);
    expect(await rowsOf(student)).toMatchObject([{ is_on: true }]);
    await tell(world, 60 * 24 * 366);
    expect(await rowsOf(student)).toMatchObject([{ id: row_id, is_on: false }]);
    await tell(world, 60 * 24 * 400);
    expect(await rowsOf(student)).toEqual([]);
    const other = await database.createUser({ role: 'student', name: 'Quem Sai' });
    await setAlert(world, other, { city_id: world.vitoria, neighborhood: 'Mata da Praia' });
    await deleteAccount(database, other);
    const left = await database.query(
      `select from public.teacher_alerts where user_id = $1 and (neighborhood is not null or not _deleted)`,
      [other],
    );
    expect(left).toEqual([]);
  });
});

describe('without an account', () => {
  // «são apagados quando você para o último aviso, ou 30 dias depois de o aparelho não receber mais.»
  it('[T082] stops exactly what it made, and only with its secret; the last one takes the phone along', async () => {
    const one = await setVisitorAlert(world, zoukInVitoria());
    const two = await setVisitorAlert(world, { style_id: world.forro }, { secret: one.secret });
    await savePhone(world, one.secret);
    expect(await stopVisitorAlert(world, { id: one.id, secret: randomUUID() })).toMatchObject({
      stopped: false,
    });
    expect(await stopVisitorAlert(world, one)).toMatchObject({ stopped: true });
    expect(await stopVisitorAlert(world, one)).toMatchObject({ stopped: false });
    expect(await phones()).toHaveLength(1);
    await stopVisitorAlert(world, two);
    expect(await phones()).toEqual([]);
  });

  it('a repeated command adds nothing, also after the stop', async () => {
    const alert = await setVisitorAlert(world, zoukInVitoria());
    await setVisitorAlert(world, zoukInVitoria(), alert);
    await stopVisitorAlert(world, alert);
    await setVisitorAlert(world, zoukInVitoria(), alert);
    expect(await phones()).toEqual([]);
    const [log] = await world.database.query<{ log: string }>(
      `select to_jsonb(c)::text as log from public.command_log c where id = $1`,
      [alert.id],
    );
    expect(log?.log).not.toContain(alert.secret);
  });

  it('ten are enough, the same wish counts once, and another’s id is refused', async () => {
    const secret = randomUUID();
    for (let n = 0; n < 10; n += 1) {
      await setVisitorAlert(world, { city_id: world.vitoria, neighborhood: `Bairro ${n}` }, { secret });
    }
    const again = await setVisitorAlert(
      world,
      { city_id: world.vitoria, neighborhood: 'bairro 4' },
      { secret },
    );
    expect(await refusal(() => setVisitorAlert(world, zoukInVitoria(), { secret }))).toMatchObject({
      hint: 'too_many_alerts',
    });
    expect(
      await refusal(() => setVisitorAlert(world, zoukInVitoria(), { id: again.id }, randomUUID())),
    ).toMatchObject({ hint: 'alert_exists' });
  });

  it('[T082] a phone that is not reached for thirty days is forgotten with its alerts', async () => {
    const { secret } = await setVisitorAlert(world, zoukInVitoria());
    await tell(world, 60 * 24 * 29);
    expect(await phones()).toHaveLength(1);
    await savePhone(world, secret);
    await tell(world, 60 * 24 * 31);
    expect(await phones()).toHaveLength(1);
    await world.database.exec(`update app.visitor_phones set fcm_token = null`);
    await tell(world, 60 * 24 * 31);
    expect(await phones()).toEqual([]);
    expect(await world.database.query('select from app.visitor_alerts')).toEqual([]);
  });
});

describe('pushes to phones without an account', () => {
  const claim = async (at: string) => {
    const [row] = await world.database.query<{ answer: Claim }>(
      `select public.claim_visitor_pushes(20, 120, ${at}) as answer`,
    );
    return row?.answer as Claim;
  };
  const finish = (from: Claim, outcome: string, at: string) =>
    world.database.query(`select public.finish_visitor_pushes($1, $2::text::jsonb, 0, ${at})`, [
      from.lease,
      JSON.stringify(
        from.messages.map(({ notification_id, phones: [phone] }) => ({
          notification_id,
          subscription_id: phone?.subscription_id,
          outcome,
          reason: null,
        })),
      ),
    ]);
  const NOON = `'2087-03-10 12:00-03'`;
  const LATER = `'2087-03-10 13:30-03'`;
  const due = async (at: string) =>
    (await world.database.query<{ due: boolean }>(`select public.pushes_due(${at}) as due`))[0]?.due;
  beforeEach(async () => {
    const { database, zouk, vitoria } = world;
    await database.exec('delete from app.push_pause; delete from public.push_queue');
    const { secret } = await setVisitorAlert(world, zoukInVitoria());
    await savePhone(world, secret);
    await database.createUser({ role: 'teacher', name: 'Ana', cityId: vitoria, styleIds: [zouk] });
    await tellAll(world);
    await database.exec(`update app.visitor_pushes set due_at = ${NOON}, next_at = ${NOON}`);
  });

  it('are claimed once, tried again after a failure, and sent once', async () => {
    expect(await due(NOON)).toBe(true);
    const first = await claim(NOON);
    expect(first.messages).toMatchObject([{ user_id: null, kind: 'alert.found', phones: [{}] }]);
    expect(await claim(NOON)).toMatchObject({ taken: 0 });
    await finish(first, 'retry', NOON);
    expect(await due(NOON)).toBe(false);
    const second = await claim(LATER);
    expect(second.taken).toBe(1);
    await finish(second, 'sent', LATER);
    expect(await due(LATER)).toBe(false);
    // A late report of the first lease changes nothing any more.
    await finish(first, 'dead', LATER);
    expect((await phones())[0]?.fcm_token).not.toBeNull();
  });

  it('wait for the morning, expire after a day, and end with a dead token', async () => {
    const night = `'2087-03-10 23:30-03'`;
    expect(await due(night)).toBe(false);
    expect((await claim(`'2087-03-11 12:30-03'`)).messages).toEqual([]);
    await world.database.exec(
      `update app.visitor_pushes set finished_at = null, outcome = null, lease = null, next_at = ${NOON}`,
    );
    await finish(await claim(NOON), 'dead', NOON);
    expect(await phones()).toEqual([{ fcm_token: null }]);
    const [push] = await world.database.query<{ outcome: string }>('select outcome from app.visitor_pushes');
    expect(push?.outcome).toBe('no_phone');
  });

  it('a dead token does not take a newer one along', async () => {
    const first = await claim(NOON);
    await world.database.exec(`update app.visitor_phones set fcm_token = repeat('n', 120)`);
    await finish(first, 'dead', NOON);
    expect(await phones()).toEqual([{ fcm_token: 'n'.repeat(120) }]);
  });
});
