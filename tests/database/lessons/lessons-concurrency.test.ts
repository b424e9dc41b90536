/** Requests and evaluations written at the same time, on a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { callAs, claimsOfSession, count, deleteAccount, refusal } from '../accounts/account-steps.ts';
import { Session } from '../support/session.ts';
import {
  agree,
  ask,
  type Couple,
  createCouple,
  draft,
  evaluate,
  pullOwn,
  statusOf,
  unseal,
} from './lesson-steps.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
let one: Session;
let two: Session;
let couple: Couple;
let student: string;
let teacher: string;

const text = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;
const creating = (request: object, command = randomUUID()) =>
  `select public.create_lesson_request('${command}', ${text(request)}) as answer`;
const answering = (request: string, what: 'accept' | 'decline') =>
  `select public.answer_lesson_request('${randomUUID()}', '${request}', '${what}') ->> 'status' as status`;
const cancelling = (request: string) =>
  `select public.cancel_lesson_request('${randomUUID()}', '${request}') ->> 'status' as status`;
const rating = (request: string, stars: number) =>
  `select public.save_evaluation('${randomUUID()}', ${text({
    id: randomUUID(),
    lesson_request_id: request,
    rating: stars,
  })}) ->> 'created' as created`;

/**
 * The second person's statement waits for the first's, whose transaction then ends; returns the
 * outcome of the second.
 */
async function meeting(
  first: [person: string, statement: string],
  second: [person: string, statement: string],
  end: 'commit' | 'rollback' = 'commit',
): Promise<unknown> {
  await one.beginAs(first[0]);
  await one.run(first[1]);
  await two.beginAs(second[0]);
  let rows: unknown[] = [];
  const later = refusal(async () => {
    rows = await two.run(second[1]);
  });
  await two.isWaiting(database);
  await one.run(end);
  const refused = await later;
  await two.run(refused ? 'rollback' : 'commit');
  return refused ?? rows;
}

/** The rating as counted again from all rows. */
const recounted = (person: string) =>
  database.query(
    `select s.total_evaluations as total, s.average_rating::float as average, l.rating_count as listed,
       l.rating_average::float as listed_average,
       (select count(*)::int from public.lesson_evaluations e where e.evaluated_id = s.user_id) as counted,
       (select round(avg(e.rating), 2)::float from public.lesson_evaluations e where e.evaluated_id = s.user_id) as true_average
     from public.user_evaluation_stats s left join public.teacher_listings l on l.id = s.user_id and not l._deleted
     where s.user_id = $1`,
    [person],
  );

describePostgres('requests and evaluations side by side on PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 20, onnotice: () => undefined });
    one = await Session.open(sql);
    two = await Session.open(sql);
  });
  afterAll(async () => {
    one?.release();
    two?.release();
    await sql?.end({ timeout: 5 });
    await cluster?.stop();
  });
  beforeEach(async () => {
    couple = await createCouple(database);
    ({ student, teacher } = couple);
  });

  it('of two requests at once one is created, and the other is refused with its id', async () => {
    const first = draft(couple);
    expect(await meeting([student, creating(first)], [student, creating(draft(couple))])).toEqual({
      code: 'PT409',
      hint: 'open_request_exists',
      detail: first.id,
    });
    expect(await count(database, 'public.lesson_requests where student_id = $1', [student])).toBe(1);
  });

  it('the second is created when the first is rolled back', async () => {
    const second = draft(couple);
    expect(
      await meeting([student, creating(draft(couple))], [student, creating(second)], 'rollback'),
    ).toMatchObject([{ answer: { request_id: second.id } }]);
  });

  it('one command delivered twice at once is executed once and answered twice', async () => {
    const [request, command] = [draft(couple), randomUUID()];
    await one.beginAs(student);
    const [first] = await one.run(creating(request, command));
    await two.beginAs(student);
    const second = two.run(creating(request, command));
    await two.isWaiting(database);
    await one.commit();
    expect(await second).toEqual([first]);
    await two.commit();
    expect(await count(database, 'public.notifications where user_id = $1', [teacher])).toBe(1);
  });

  it.each(['accept', 'decline'] as const)(
    'an answer (%s) that meets a cancellation is refused',
    async (what) => {
      const request = await ask(database, couple);
      expect(
        await meeting([student, cancelling(request)], [teacher, answering(request, what)]),
      ).toMatchObject({
        hint: 'request_cancelled',
      });
      expect(await statusOf(database, request)).toBe('Cancelado');
    },
  );

  it('a cancellation that meets an acceptance ends it, one that meets a refusal is refused', async () => {
    const accepted = await ask(database, couple);
    expect(await meeting([teacher, answering(accepted, 'accept')], [student, cancelling(accepted)])).toEqual([
      { status: 'Cancelado' },
    ]);
    const declined = await ask(database, couple);
    expect(
      await meeting([teacher, answering(declined, 'decline')], [student, cancelling(declined)]),
    ).toMatchObject({ hint: 'already_answered' });
  });

  it('of two answers at once the first counts', async () => {
    const request = await ask(database, couple);
    expect(
      await meeting([teacher, answering(request, 'accept')], [teacher, answering(request, 'decline')]),
    ).toMatchObject({ hint: 'already_answered', detail: 'Aceito' });
    expect(await statusOf(database, request)).toBe('Aceito');
  });

  /** One wish of the student with so many teachers. */
  async function wishOf(teachers: number) {
    const first = { id: await ask(database, couple), teacher };
    const others = Array.from({ length: teachers - 1 }, async () => {
      const { teacher: other } = await createCouple(database);
      const request = draft({ ...couple, teacher: other }, { wish_id: first.id });
      await database.as('authenticated', student, (tx) => tx.query(creating(request)));
      return { id: request.id, teacher: other };
    });
    return [first, ...(await Promise.all(others))];
  }
  const answeringAs = (person: string, request: string) =>
    refusal(() => database.as('authenticated', person, (tx) => tx.query(answering(request, 'accept'))));

  it('of three teachers who accept one wish at the same moment one is taken, two are withdrawn, each told once', async () => {
    for (let round = 0; round < 12; round++) {
      couple = await createCouple(database);
      ({ student, teacher } = couple);
      const wish = await wishOf(3);
      const order = round % 2 === 0 ? wish : wish.toReversed();
      const refused = await Promise.all(order.map((one) => answeringAs(one.teacher, one.id)));
      expect(refused.map((one) => one?.hint ?? 'accepted').sort()).toEqual([
        'accepted',
        'request_withdrawn',
        'request_withdrawn',
      ]);
      const rows = await database.query<{ status: string; is_withdrawn: boolean; told: number }>(
        `select r.status, r.is_withdrawn, (select count(*)::int from public.notifications n
           where n.user_id = r.teacher_id and n.title = 'Pedido retirado') as told
         from public.lesson_requests r where r.student_id = $1 order by r.status`,
        [student],
      );
      const withdrawn = { status: 'Cancelado', is_withdrawn: true, told: 1 };
      expect(rows).toEqual([{ status: 'Aceito', is_withdrawn: false, told: 0 }, withdrawn, withdrawn]);
      expect(
        await count(
          database,
          `public.notifications where user_id = $1 and kind = 'lesson_request.accepted'`,
          [student],
        ),
      ).toBe(1);
    }
  });

  it('a request that joins a wish waits for its acceptance and is refused; after a rollback it joins', async () => {
    for (const end of ['commit', 'rollback'] as const) {
      const other = await createCouple(database);
      const [first] = await wishOf(1);
      const late = draft({ ...couple, teacher: other.teacher }, { wish_id: first?.id });
      const met = await meeting(
        [teacher, answering(first?.id ?? '', 'accept')],
        [student, creating(late)],
        end,
      );
      if (end === 'commit') expect(met).toMatchObject({ hint: 'wish_granted' });
      else expect(met).toMatchObject([{ answer: { request_id: late.id } }]);
      ({ student, teacher } = couple = await createCouple(database));
    }
  });

  it('an acceptance that meets the joining of a wish withdraws what has joined', async () => {
    const other = await createCouple(database);
    const [first] = await wishOf(1);
    const late = draft({ ...couple, teacher: other.teacher }, { wish_id: first?.id });
    await meeting([student, creating(late)], [teacher, answering(first?.id ?? '', 'accept')]);
    expect(await statusOf(database, late.id)).toBe('Cancelado');
  });

  it('four requests that join a wish at once make three of it', async () => {
    const [first] = await wishOf(1);
    const tries = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { teacher: other } = await createCouple(database);
        const request = draft({ ...couple, teacher: other }, { wish_id: first?.id });
        return refusal(() => database.as('authenticated', student, (tx) => tx.query(creating(request))));
      }),
    );
    expect(tries.map((one) => one?.hint ?? 'joined').sort()).toEqual([
      'joined',
      'joined',
      'wish_full',
      'wish_full',
    ]);
  });

  it('a silent request is told of once, though two processes look at the same moment', async () => {
    const [first] = await wishOf(1);
    await database.exec('alter table public.lesson_requests disable trigger guard');
    await database.query(
      `update public.lesson_requests set request_date = '2026-03-02 10:00-03' where id = $1`,
      [first?.id],
    );
    await database.exec('alter table public.lesson_requests enable trigger guard');
    const noticed = async (session: Session, day: string) => {
      const [row] = (await session.run(
        `select app.tend_requests(200, '2026-03-${day} 20:00-03') as told`,
      )) as {
        told: number;
      }[];
      return row?.told;
    };
    for (const [day, person, kind] of [
      ['03', teacher, 'nudge'],
      ['05', student, 'unanswered'],
    ] as const) {
      await one.begin();
      await two.begin();
      expect(await noticed(one, day)).toBe(1);
      expect(await noticed(two, day)).toBe(0);
      await one.commit();
      expect(await noticed(two, day)).toBe(0);
      await two.commit();
      expect(
        await count(database, `public.notifications where user_id = $1 and kind = 'lesson_request.${kind}'`, [
          person,
        ]),
      ).toBe(1);
    }
  });

  it('acceptances, declines, cancellations, reminders and a leaving teacher at once: no deadlock, at most one taken', async () => {
    for (let round = 0; round < 6; round++) {
      ({ student, teacher } = couple = await createCouple(database));
      const wish = await wishOf(3);
      await database.exec('alter table public.lesson_requests disable trigger guard');
      await database.query(
        `update public.lesson_requests set request_date = now() - interval '10 days' where student_id = $1`,
        [student],
      );
      await database.exec('alter table public.lesson_requests enable trigger guard');
      const leaver = wish[round % 3]?.teacher ?? '';
      const claims = await claimsOfSession(database, leaver);
      const noon = `((now() at time zone 'America/Sao_Paulo')::date + time '12:00') at time zone 'America/Sao_Paulo'`;
      const work = [
        ...wish.map((one) => () => answeringAs(one.teacher, one.id)),
        () =>
          refusal(() =>
            database.as('authenticated', student, (tx) =>
              tx.query(cancelling(wish[(round + 1) % 3]?.id ?? '')),
            ),
          ),
        () => refusal(() => database.query(`select app.tend_requests(200, ${noon})`)),
        () => refusal(() => database.query(`select app.tend_requests(200, ${noon})`)),
        () =>
          refusal(() =>
            database.query(`update public.user_profiles set name = 'Outro Nome' where id = $1`, [student]),
          ),
        () =>
          refusal(() =>
            database.as('authenticated', leaver, async (tx) => {
              await tx.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
              await tx.query(`select public.delete_my_account('EXCLUIR')`);
            }),
          ),
      ];
      const ends = await Promise.all(work.map((one) => one()));
      expect(ends.filter((one) => one?.code === '40P01')).toEqual([]);
      expect(
        await count(database, `public.lesson_requests where student_id = $1 and status = 'Aceito'`, [
          student,
        ]),
      ).toBeLessThanOrEqual(1);
      expect(
        await count(
          database,
          `public.notifications where user_id = $1 and kind = 'lesson_request.unanswered'`,
          [student],
        ),
      ).toBeLessThanOrEqual(3);
      expect(
        await database.query(
          `select n.url from public.notifications n where n.kind in ('lesson_request.unanswered', 'lesson_request.nudge')
             or n.title = 'Pedido retirado'
           group by n.user_id, n.kind, n.title, n.url having count(*) > 1`,
        ),
      ).toEqual([]);
    }
  });

  it('an evaluation that meets a cancellation is refused, the other way round both succeed', async () => {
    const request = await agree(database, couple);
    expect(await meeting([teacher, cancelling(request)], [student, rating(request, 5)])).toMatchObject({
      hint: 'request_not_accepted',
    });
    expect(await recounted(teacher)).toEqual([]);
    const second = await agree(database, couple);
    expect(await meeting([student, rating(second, 5)], [teacher, cancelling(second)])).toEqual([
      { status: 'Cancelado' },
    ]);
    await unseal(database);
    expect(await recounted(teacher)).toMatchObject([{ total: 1, counted: 1 }]);
  });

  it('two phones of one author leave one evaluation, counted once', async () => {
    const request = await agree(database, couple);
    expect(await meeting([student, rating(request, 2)], [student, rating(request, 4)])).toEqual([
      { created: 'false' },
    ]);
    await unseal(database);
    expect(await recounted(teacher)).toMatchObject([{ total: 1, average: 4, listed_average: 4 }]);
  });

  it('a direct insert and the command at once leave one evaluation, too', async () => {
    const request = await agree(database, couple);
    const insert = `insert into public.lesson_evaluations (lesson_request_id, evaluator_id, evaluated_id, rating)
      values ('${request}', '${student}', '${teacher}', 3)`;
    await meeting([student, insert], [student, rating(request, 5)]);
    await unseal(database);
    expect(await recounted(teacher)).toMatchObject([{ total: 1, counted: 1 }]);
  });

  it('statistics and listing are right after many evaluations, first ones and changed ones, at once', async () => {
    const open = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const other = await createCouple(database);
        return {
          person: other.student,
          request: await agree(database, { ...couple, student: other.student }),
        };
      }),
    );
    await Promise.all(
      open.flatMap(({ person, request }, n) =>
        [1, 2, 3].map((turn) => evaluate(database, person, request, { rating: 1 + ((n + turn) % 5) })),
      ),
    );
    await unseal(database);
    const [found] = await recounted(teacher);
    expect(found).toMatchObject({ total: 12, listed: 12, counted: 12 });
    expect(found?.average).toBe(found?.true_average);
    expect(found?.listed_average).toBe(found?.true_average);
  });

  it('a request that meets the teacher’s account deletion is refused; an earlier one ends with it', async () => {
    const leaving = async (person: string) => `with session as materialized (
        select set_config('request.jwt.claims', '${await claimsOfSession(database, person)}', true)
      ) select public.delete_my_account('EXCLUIR') from session`;
    expect(
      await meeting([teacher, await leaving(teacher)], [student, creating(draft(couple))]),
    ).toMatchObject({
      hint: 'teacher_unavailable',
    });
    const other = await createCouple(database);
    const first = draft(other);
    await meeting([other.student, creating(first)], [other.teacher, await leaving(other.teacher)]);
    expect(await statusOf(database, first.id)).toBe('Cancelado');
  });

  it('a direct change of an evaluation and an account deletion by either side wait for each other, in either order', async () => {
    const leaving = async (person: string) => `with session as materialized (
        select set_config('request.jwt.claims', '${await claimsOfSession(database, person)}', true)
      ) select public.delete_my_account('EXCLUIR') from session`;
    const change = `update public.lesson_evaluations set rating = 1, comment = 'Mudei'`;
    for (const side of ['student', 'teacher'] as const) {
      for (const first of ['change', 'leaving'] as const) {
        const other = await createCouple(database);
        const gone = other[side];
        const request = await agree(database, other);
        await evaluate(database, other.student, request, { rating: 5, comment: 'Antes' });
        // Half of the change is done when the deletion of the account begins: the row is locked,
        // its triggers have run.
        const steps: [[string, string], [string, string]] = [
          [other.student, change],
          [gone, await leaving(gone)],
        ];
        const met = await meeting(
          ...((first === 'change' ? steps : steps.toReversed()) as [[string, string], [string, string]]),
        );
        if (first === 'leaving')
          expect(met, side).toMatchObject({
            hint: side === 'student' ? 'account_missing' : 'profile_missing',
          });
        else expect(met, side).toMatchObject([{ delete_my_account: { deleted: true } }]);
        expect(
          await database.query('select comment from public.lesson_evaluations where lesson_request_id = $1', [
            request,
          ]),
        ).toEqual([{ comment: null }]);
      }
    }
  });

  // Both have begun and wait for a lock of a third session, the account deletion first: if each
  // then held a lock that the other needs, they would deadlock.
  it.each([
    ['the author', 'student', 'public.user_profiles where id =', 'account_missing'],
    ['the evaluated', 'teacher', 'public.user_profiles where id =', null],
    ['the evaluated', 'teacher', 'public.user_evaluation_stats where user_id =', 'profile_missing'],
  ] as const)(
    'a direct change while %s (%s) leaves, both waiting for a row of %s',
    async (_who, side, row, hint) => {
      const request = await agree(database, couple);
      await evaluate(database, student, request, { rating: 5, comment: 'Antes' });
      await unseal(database);
      const gone = couple[side];
      const claims = await claimsOfSession(database, gone);
      const three = await Session.open(sql);
      await three.begin();
      await three.run(`select from ${row} '${gone}' for no key update`);
      const ended = async (session: Session, statement: string) => {
        const refused = await refusal(() => session.run(statement));
        await session.run(refused ? 'rollback' : 'commit');
        return refused;
      };
      await two.beginAs(gone);
      await two.run(`select set_config('request.jwt.claims', '${claims}', true)`);
      const left = ended(two, `select public.delete_my_account('EXCLUIR')`);
      await two.isWaiting(database);
      await one.beginAs(student);
      const changed = ended(one, `update public.lesson_evaluations set rating = 1, comment = 'Mudei'`);
      await Promise.race([changed, one.isWaiting(database)]);
      await three.commit();
      three.release();
      expect([await changed, await left]).toEqual([hint && expect.objectContaining({ hint }), null]);
      expect(
        await database.query('select comment from public.lesson_evaluations where lesson_request_id = $1', [
          request,
        ]),
      ).toEqual([{ comment: null }]);
    },
  );

  it('direct changes, commands, releases and account deletions at once: no deadlock, statistics as published', async () => {
    for (let round = 0; round < 3; round++) {
      const crowd = await Promise.all(Array.from({ length: 4 }, () => createCouple(database)));
      const pairs = crowd.flatMap(({ student: person }) =>
        crowd.map((other) => ({ person, teacher: other.teacher, style: other.style })),
      );
      const requests = await Promise.all(
        pairs.map(async ({ person, ...other }) => ({
          person,
          request: await agree(database, { ...other, student: person }),
        })),
      );
      for (const [n, { person, request }] of requests.entries()) {
        await evaluate(database, person, request, { rating: 1 + (n % 5), is_anonymous: n % 3 === 0 });
      }
      const leavers = [crowd[0]?.student, crowd[1]?.teacher].flatMap((person) => (person ? [person] : []));
      const work = [
        ...requests.flatMap(({ person, request }, n) => [
          () =>
            database.as('authenticated', person, (tx) =>
              tx.query(
                `update public.lesson_evaluations set rating = ${1 + ((n + 2) % 5)}, is_anonymous = ${n % 2 === 0}
                 where lesson_request_id = $1`,
                [request],
              ),
            ),
          () => evaluate(database, person, request, { rating: 1 + ((n + 3) % 5) }),
        ]),
        ...Array.from(
          { length: 4 },
          () => () => database.query(`select app.release_evaluations('2100-01-01')`),
        ),
        ...leavers.map((person) => () => deleteAccount(database, person)),
      ];
      const outcomes = await Promise.all(work.map((each) => refusal(each)));
      expect(
        outcomes.flatMap((refused) => (refused ? [refused.code] : [])).filter((code) => code !== 'PT409'),
      ).toEqual([]);
      await database.query(`select app.release_evaluations('2100-01-01')`);
      for (const { teacher: person } of crowd) {
        if (leavers.includes(person)) continue;
        const [found] = await recounted(person);
        expect(found).toMatchObject({ total: 4, listed: 4, counted: 4 });
        expect(found?.average).toBe(found?.true_average);
      }
    }
  });

  it('of many requests at once a student creates as many as the daily limit allows', async () => {
    await database.query(
      `insert into public.app_settings (key, value) values ('rate_limits', '{"lesson_requests_day": 3}')`,
    );
    const teachers = await Promise.all(Array.from({ length: 8 }, () => createCouple(database)));
    const outcomes = await Promise.all(
      teachers.map((other) => refusal(() => ask(database, { ...other, student }))),
    );
    await database.query(`delete from public.app_settings where key = 'rate_limits'`);
    expect(outcomes.flatMap((refused) => (refused ? [refused.hint] : []))).toEqual(Array(5).fill('too_many'));
    expect(await count(database, 'public.lesson_requests where student_id = $1', [student])).toBe(3);
  });

  it('a phone that pulls between a long transaction and its commit misses no answer', async () => {
    const request = await ask(database, couple);
    let { checkpoint } = await pullOwn(database, student, 'lesson_requests');
    await one.beginAs(teacher);
    await one.run(answering(request, 'accept'));
    await database.query(`update public.user_profiles set name = 'Camila Nova' where id = $1`, [
      (await createCouple(database)).student,
    ]);
    ({ checkpoint } = await pullOwn(database, student, 'lesson_requests', checkpoint));
    await one.commit();
    expect((await pullOwn(database, student, 'lesson_requests', checkpoint)).rows).toMatchObject([
      { id: request, status: 'Aceito', other_whatsapp: '+5511900000002' },
    ]);
  });

  it('everything at once ends without a deadlock, in valid states', async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, () => createCouple(database)));
    const people = crowd.map((other) => other.student);
    const requests = await Promise.all(
      people.map((person) => agree(database, { ...couple, student: person })),
    );
    const work = people.flatMap((person, n) => {
      const request = requests[n] ?? '';
      const rename = (who: string, name: string) =>
        callAs(database, who, 'update_profile($1, $2::text::jsonb)', [
          randomUUID(),
          JSON.stringify({ name }),
        ]);
      return [
        () => evaluate(database, person, request, { rating: 1 + (n % 5) }),
        () => evaluate(database, teacher, request, { rating: 5 }),
        () => rename(person, 'Nome Novo'),
        () => rename(teacher, `Professora ${'ABCDEF'[n]}`),
        () =>
          callAs(database, n % 2 ? person : teacher, 'cancel_lesson_request($1, $2)', [
            randomUUID(),
            request,
          ]),
        () => evaluate(database, person, request, { rating: 1 + ((n + 1) % 5) }),
        ...(n === 0 ? [() => deleteAccount(database, person)] : []),
      ];
    });
    const outcomes = await Promise.all(work.map((each) => refusal(each)));
    const codes = outcomes.flatMap((refused) => (refused ? [refused.code] : []));
    // PT401: the account is gone.
    expect(codes.filter((code) => code !== 'PT409' && code !== 'PT401')).toEqual([]);
    await unseal(database);
    const [found] = await recounted(teacher);
    expect(found?.total).toBe(found?.counted);
    expect(found?.listed_average).toBe(found?.true_average);
    expect(
      await count(database, `public.lesson_requests where id = any($1::uuid[]) and status <> 'Cancelado'`, [
        `{${requests.join(',')}}`,
      ]),
    ).toBe(0);
  });

  /** How often each person was told of a published evaluation. */
  const releases = (...people: string[]) =>
    Promise.all(
      people.map((person) =>
        count(database, `public.notifications where kind = 'evaluation.received' and user_id = $1`, [person]),
      ),
    );

  it('two sides that evaluate each other at once leave both published, at the latest in the night', async () => {
    const insert = (from: string, to: string, request: string) =>
      `insert into public.lesson_evaluations (lesson_request_id, evaluator_id, evaluated_id, rating)
       values ('${request}', '${from}', '${to}', 4)`;
    const request = await agree(database, couple);
    await meeting([student, rating(request, 4)], [teacher, rating(request, 4)]);
    expect([await recounted(teacher), await recounted(student)]).toMatchObject([
      [{ total: 1 }],
      [{ total: 1 }],
    ]);
    await database.query('select app.release_evaluations()');
    expect(await releases(teacher, student)).toEqual([1, 1]);
    const second = await createCouple(database);
    const direct = await agree(database, second);
    await one.beginAs(second.student);
    await one.run(insert(second.student, second.teacher, direct));
    await two.beginAs(second.teacher);
    await two.run(insert(second.teacher, second.student, direct));
    await one.commit();
    await two.commit();
    // Neither has seen the other's: the night releases both, two processes at once, once.
    await Promise.all([1, 2].map(() => sql.unsafe('select app.release_evaluations()')));
    expect([await recounted(second.teacher), await recounted(second.student)]).toMatchObject([
      [{ total: 1 }],
      [{ total: 1 }],
    ]);
    expect(await releases(second.teacher, second.student)).toEqual([1, 1]);
  });

  it('many pairs that evaluate each other at once never deadlock', async () => {
    const crowd = await Promise.all(Array.from({ length: 4 }, () => createCouple(database)));
    const pairs = await Promise.all(
      crowd.flatMap(({ student: person }) =>
        crowd.map(async (other) => ({
          person,
          teacher: other.teacher,
          request: await agree(database, { ...other, student: person }),
        })),
      ),
    );
    const outcomes = await Promise.all(
      pairs.flatMap(({ person, teacher: other, request }) => [
        refusal(() => evaluate(database, person, request, { rating: 4 })),
        refusal(() => evaluate(database, other, request, { rating: 5 })),
      ]),
    );
    expect(outcomes.filter(Boolean)).toEqual([]);
    for (const { student: learner, teacher: other } of crowd) {
      expect([await recounted(other), await recounted(learner)]).toMatchObject([
        [{ total: 4 }],
        [{ total: 4 }],
      ]);
    }
  });
});
