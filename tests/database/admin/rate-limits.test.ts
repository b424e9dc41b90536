/** Limits on sending within a period; only executed commands count. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';
import {
  agree,
  ask,
  type Couple,
  cancel,
  create,
  createCouple,
  draft,
  evaluate,
} from '../lessons/lesson-steps.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() =>
  database.exec(`delete from app.rate_counts; delete from public.app_settings where key = 'rate_limits'`),
);

const limit = (limits: Record<string, number>) =>
  database.query(`insert into public.app_settings (key, value) values ('rate_limits', $1::text::jsonb)`, [
    JSON.stringify(limits),
  ]);
const newLead = () => ({ id: randomUUID(), nome: 'Ana', cidade: 'Vitória', estilo_danca: 'Forró' });

/** Calls as a visitor behind a gateway that sends these headers. */
const lead = (headers: object | null, content: object = newLead(), command: string = randomUUID()) =>
  database.as('anon', null, async (tx) => {
    await tx.query(`select set_config('request.headers', $1, true)`, [
      headers ? JSON.stringify(headers) : '',
    ]);
    const [row] = await tx.query<{ answer: { id: string } }>(
      'select public.create_lead($1, $2::text::jsonb) as answer',
      [command, JSON.stringify(content)],
    );
    return row?.answer;
  });
/** Entries before the last one came with the client's request. */
const from = (address: string) => ({ 'x-forwarded-for': `10.0.0.1, ${address}` });
const TOO_MANY = { code: 'PT429', hint: 'too_many', detail: expect.stringMatching(/^[0-9]+$/) };

describe('leads of visitors', () => {
  it('are counted by address: one that sent too many has to wait, others need not', async () => {
    await limit({ leads_address_hour: 2 });
    await lead(from('203.0.113.7'));
    await lead(from('203.0.113.7'));
    expect(await refusal(() => lead(from('203.0.113.7')))).toEqual(TOO_MANY);
    expect(await refusal(() => lead(from('203.0.113.8')))).toBeNull();
    // The address that the gateway of hosted Supabase saw wins over the one that a sender claims.
    expect(await refusal(() => lead({ ...from('203.0.113.99'), 'cf-connecting-ip': '203.0.113.7' }))).toEqual(
      TOO_MANY,
    );
    expect(
      await database.query(`select from app.rate_counts c where strpos(c::text, '203.0.113') > 0`),
    ).toEqual([]);
  });

  it('an IPv6 line is one address whatever its last half is, and invalid addresses count as one', async () => {
    await limit({ leads_address_hour: 1 });
    await lead(from('2001:db8:1:2::1'));
    expect(await refusal(() => lead(from('2001:db8:1:2:ffff::9')))).toEqual(TOO_MANY);
    expect(await refusal(() => lead(from('2001:db8:1:3::1')))).toBeNull();
    await lead(from('unknown'));
    expect(await refusal(() => lead(from('unknown')))).toEqual(TOO_MANY);
  });

  it('a network with many lines is one too', async () => {
    await limit({ leads_site_hour: 2 });
    await lead(from('2001:db8:1:2::1'));
    await lead(from('2001:db8:1:3::1'));
    expect(await refusal(() => lead(from('2001:db8:1:4::1')))).toEqual(TOO_MANY);
    expect(await refusal(() => lead(from('2001:db8:2::1')))).toBeNull();
    expect(await refusal(() => lead(from('203.0.113.9')))).toBeNull();
    expect(await refusal(() => lead(from('abc::def::1')))).toBeNull();
    await lead(from('203.0.113.10'));
    expect(await refusal(() => lead(from('203.0.113.11')))).toEqual(TOO_MANY);
    expect(await refusal(() => lead(from('203.0.114.11')))).toBeNull();
  });

  it('are counted all together, even without an address; a network that was not seen has a reserve', async () => {
    await limit({ leads_visitors_hour: 5 });
    await lead(null);
    for (const last of [1, 2, 3, 4]) await lead(from(`203.0.113.${last}`));
    expect(await refusal(() => lead(null))).toEqual(TOO_MANY);
    expect(await refusal(() => lead(from('203.0.113.5')))).toEqual(TOO_MANY);
    // Refusals by the limit for all do not use up the address's own share.
    expect(
      await database.query(
        `select sum(calls)::int as n from app.rate_counts where subject = 'leads_address_hour'`,
      ),
    ).toEqual([{ n: 4 }]);
    for (const last of [1, 2, 3]) await lead(from(`198.51.100.${last}`));
    expect(await refusal(() => lead(from('198.51.100.4')))).toEqual(TOO_MANY);
    // The reserve is as large as the share, so that many networks cannot send without end either.
    for (const other of ['192.0.2.1', '2001:db8:9::1']) await lead(from(other));
    expect(await refusal(() => lead(from('2001:db8:10::1')))).toEqual(TOO_MANY);
    const student = await database.createUser({ role: 'student' });
    const asStudent = () =>
      callAs(database, student, 'create_lead($1, $2::text::jsonb)', [
        randomUUID(),
        JSON.stringify(newLead()),
      ]);
    expect(await refusal(asStudent)).toBeNull();
  });

  it('a repeated command and a refused one count nothing, and a refused one may be sent later under the same id', async () => {
    await limit({ leads_visitors_hour: 2 });
    const [content, command] = [newLead(), randomUUID()];
    const first = await lead(null, content, command);
    for (let n = 0; n < 4; n++) expect(await lead(null, content, command)).toEqual(first);
    expect(await refusal(() => lead(null, { ...newLead(), nome: ' ' }))).toMatchObject({
      hint: 'invalid_value',
    });
    await lead(null);
    const [late, id] = [newLead(), randomUUID()];
    expect(await refusal(() => lead(null, late, id))).toEqual(TOO_MANY);
    await database.query('delete from app.rate_counts');
    expect(await lead(null, late, id)).toMatchObject({ id: late.id });
  });

  it('one customer with a thousand lines does not use up the limit for all', async () => {
    for (let n = 0; n < 120; n++) await lead(from(`2001:db8:7:${n.toString(16)}::1`));
    expect(await refusal(() => lead(from('2001:db8:7:ffff::1')))).toEqual(TOO_MANY);
    await database.query(`update app.rate_counts set calls = 599 where subject = 'leads_visitors_hour'`);
    expect(await refusal(() => lead(from('203.0.113.60')))).toBeNull();
    expect(await refusal(() => lead(from('203.0.113.61')))).toBeNull();
    expect(await refusal(() => lead(from('203.0.113.62')))).toBeNull();
    expect(await refusal(() => lead(from('203.0.113.63')))).toEqual(TOO_MANY);
  });

  it('a flood from few networks closes the door to no other', async () => {
    let taken = 0;
    for (let n = 0; n < 1200; n++) {
      const refused = await refusal(() => lead(from(`203.0.${n % 20}.${Math.floor(n / 20)}`)));
      if (refused === null) taken += 1;
    }
    // The share of all, and none of the reserve.
    expect(taken).toBe(600);
    for (const honest of ['198.51.100.1', '198.51.101.1', '2001:db8:77::1']) {
      expect(await refusal(() => lead(from(honest)))).toBeNull();
    }
  });

  it('have sane limits when no setting exists', async () => {
    for (let n = 0; n < 60; n++) await lead(from('203.0.113.50'));
    expect(await refusal(() => lead(from('203.0.113.50')))).toEqual(TOO_MANY);
    expect(await refusal(() => lead(from('203.0.113.51')))).toBeNull();
  });
});

describe('people', () => {
  let couple: Couple;
  beforeEach(async () => {
    couple = await createCouple(database);
  });

  it('a student may send a daily number of lesson requests, refused ones not counted; others are not delayed', async () => {
    await limit({ lesson_requests_day: 2 });
    const first = await ask(database, couple);
    expect(await refusal(() => ask(database, couple))).toMatchObject({ hint: 'open_request_exists' });
    await cancel(database, couple.student, first);
    const second = await ask(database, couple);
    await cancel(database, couple.student, second);
    expect(await refusal(() => ask(database, couple))).toEqual(TOO_MANY);
    const other = await database.createUser({ role: 'student' });
    expect(await refusal(() => create(database, other, draft(couple)))).toBeNull();
  });

  it('evaluations and their changes are counted by author and day, on both sides and by either way', async () => {
    const request = await agree(database, couple);
    await limit({ evaluations_day: 2 });
    await evaluate(database, couple.teacher, request, { rating: 3 });
    await evaluate(database, couple.teacher, request, { rating: 4 });
    expect(await refusal(() => evaluate(database, couple.teacher, request, { rating: 5 }))).toEqual(TOO_MANY);
    const direct = () =>
      database.as('authenticated', couple.teacher, (tx) =>
        tx.query('update public.lesson_evaluations set rating = 1 where true'),
      );
    expect(await refusal(direct)).toEqual(TOO_MANY);
    expect(await refusal(() => evaluate(database, couple.student, request))).toBeNull();
  });

  it('all writes of one person are counted together, commands and others, but no repetition and no administrator', async () => {
    await limit({ writes_person_hour: 3 });
    const { student, teacher } = couple;
    const prefer = (who: string, command: string = randomUUID()) =>
      callAs(database, who, 'set_notification_preferences($1, $2)', [command, '{news}']);
    const rename = (who: string) =>
      database.as('authenticated', who, (tx) =>
        tx.query(`update public.user_profiles set name = name || 'a' where id = $1`, [who]),
      );
    const once = randomUUID();
    await prefer(student, once);
    await prefer(student);
    await rename(student);
    expect(await refusal(() => prefer(student))).toEqual(TOO_MANY);
    expect(await refusal(() => rename(student))).toEqual(TOO_MANY);
    expect(await refusal(() => prefer(student, once))).toBeNull();
    expect(await refusal(() => prefer(teacher))).toBeNull();
    const boss = await database.createUser({ role: 'admin' });
    for (let n = 0; n < 4; n++) expect(await refusal(() => rename(boss))).toBeNull();
  });

  it.each(['teacher', 'student'] as const)('styles of a %s count as writes like any other', async (role) => {
    await limit({ writes_person_hour: 3 });
    const who = couple[role];
    const teach = (on: boolean) =>
      database.as('authenticated', who, (tx) =>
        tx.query(
          on
            ? `insert into public.${role}_dance_styles select $1, id from public.dance_styles where name = 'Zouk'`
            : `delete from public.${role}_dance_styles where ${role}_id = $1`,
          [who],
        ),
      );
    for (const on of [true, false, true]) await teach(on);
    expect(await refusal(() => teach(false))).toEqual(TOO_MANY);
    // The command that writes the rows uses one turn of the person and none of the server.
    await database.exec('delete from app.rate_counts');
    await callAs(database, who, 'update_profile($1, $2::text::jsonb)', [
      randomUUID(),
      JSON.stringify({ style_ids: [couple.style] }),
    ]);
    expect(
      await database.query(`select calls from app.rate_counts where subject = 'writes_person_hour'`),
    ).toEqual([{ calls: 1 }]);
  });

  it('a command refused for another reason uses no turn', async () => {
    await limit({ writes_person_hour: 1 });
    const prefer = (topics: string) =>
      callAs(database, couple.student, 'set_notification_preferences($1, $2)', [randomUUID(), topics]);
    expect(await refusal(() => prefer('{nonsense}'))).toMatchObject({ code: '22023' });
    await prefer('{news}');
    expect(await refusal(() => prefer('{news}'))).toEqual(TOO_MANY);
  });

  it('the server itself is not counted', async () => {
    await limit({ lesson_requests_day: 0, leads_person_hour: 0, leads_visitors_hour: 0 });
    await database.query(
      `insert into public.student_leads (id, nome, cidade, estilo_danca) values (gen_random_uuid(), 'Ana', 'Vitória', 'Forró')`,
    );
    await database.query(
      `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id) values (gen_random_uuid(), $1, $2, $3)`,
      [couple.student, couple.teacher, couple.style],
    );
    expect(await refusal(() => ask(database, couple))).not.toBeNull();
  });
});
