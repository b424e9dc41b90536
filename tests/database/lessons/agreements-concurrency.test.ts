/** Lessons written by two people, and reminded of by two processes, at the same time on a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { instantOf } from '../../../src/lib/wall-time.ts';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { count, refusal } from '../accounts/account-steps.ts';
import { Session } from '../support/session.ts';
import {
  agreed,
  callOffAll,
  inDays,
  lessonsOf,
  move,
  propose,
  shared,
  startAgo,
  tell,
  termsIn,
  ZONE,
} from './agreement-steps.ts';
import { agree, type Couple, createCouple } from './lesson-steps.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
let one: Session;
let two: Session;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;

const calling = (procedure: string, content: object, command = randomUUID()) =>
  `select public.${procedure}('${command}', '${JSON.stringify(content)}'::jsonb) as answer`;
const moving = (id: string, days: number) =>
  calling('move_lesson', { id, scope: 'one', terms: termsIn(days) });
const confirming = (id: string, proposal: string) =>
  calling('confirm_lesson', { id, scope: 'one', proposal_id: proposal });
const callingOff = (id: string) => calling('call_off_lesson', { id, scope: 'one' });

/** The second person's statement waits for the first's; returns the outcome of the second. */
async function meeting(first: [string, string], second: [string, string]): Promise<unknown> {
  await one.beginAs(first[0]);
  await one.run(first[1]);
  await two.beginAs(second[0]);
  let rows: unknown[] = [];
  const later = refusal(async () => {
    rows = await two.run(second[1]);
  });
  await two.isWaiting(database);
  await one.commit();
  const refused = await later;
  await two.run(refused ? 'rollback' : 'commit');
  return refused ?? rows;
}

describePostgres('lessons side by side on PostgreSQL', () => {
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
    await callOffAll(database);
    request = await agree(database, couple);
  });

  it('two changes at once are both kept', async () => {
    const id = await agreed(database, couple, request);
    await meeting([student, moving(id, 8)], [teacher, moving(id, 9)]);
    expect(await shared(database, [student, teacher], id)).toMatchObject({
      agreed: termsIn(7),
      student_proposal: termsIn(8),
      teacher_proposal: termsIn(9),
      proposed_last: 'teacher',
    });
  });

  it('of two confirmations that cross one counts, and the other is refused', async () => {
    const id = await agreed(database, couple, request);
    const mine = await move(database, student, id, termsIn(8));
    const theirs = await move(database, teacher, id, termsIn(9));
    expect(
      await meeting([student, confirming(id, theirs.command_id)], [teacher, confirming(id, mine.command_id)]),
    ).toMatchObject({ hint: 'proposal_changed' });
    expect(await shared(database, [student, teacher], id)).toMatchObject({ agreed: termsIn(9) });
  });

  it('a confirmation that meets a new proposal of the other side never takes what nobody has seen', async () => {
    const { lesson_ids, command_id } = await propose(database, student, request);
    const id = lesson_ids[0] ?? '';
    expect(await meeting([student, moving(id, 8)], [teacher, confirming(id, command_id)])).toMatchObject({
      hint: 'proposal_changed',
    });
    expect(await shared(database, [student, teacher], id)).toMatchObject({ status: 'proposed' });
  });

  it('a confirmation that meets a cancellation is refused', async () => {
    const { lesson_ids, command_id } = await propose(database, student, request);
    const id = lesson_ids[0] ?? '';
    expect(await meeting([student, callingOff(id)], [teacher, confirming(id, command_id)])).toMatchObject({
      hint: 'lesson_over',
    });
  });

  it('a lesson that meets the end of its request is refused', async () => {
    const cancelling = `select public.cancel_lesson_request('${randomUUID()}', '${request}')`;
    const proposing = calling('propose_lesson', {
      id: randomUUID(),
      request_id: request,
      weeks: 1,
      terms: termsIn(7),
    });
    expect(await meeting([teacher, cancelling], [student, proposing])).toMatchObject({
      hint: 'request_not_accepted',
    });
  });

  it('one command delivered twice at once makes one series', async () => {
    const [command, content] = [
      randomUUID(),
      { id: randomUUID(), request_id: request, weeks: 52, terms: termsIn(7) },
    ];
    await one.beginAs(student);
    const [first] = await one.run(calling('propose_lesson', content, command));
    await two.beginAs(student);
    const second = two.run(calling('propose_lesson', content, command));
    await two.isWaiting(database);
    await one.commit();
    expect(await second).toEqual([first]);
    await two.commit();
    expect(await lessonsOf(database, teacher)).toHaveLength(52);
  });

  it('lessons of two students that end at the same moment are both counted on the public page', async () => {
    const students = [
      student,
      ...(await Promise.all([1, 2].map(() => database.createUser({ role: 'student' })))),
    ];
    const requests = [request];
    for (const other of students.slice(1)) {
      requests.push(await agree(database, { ...couple, student: other }));
    }
    // Fourteen so far: only the two to come make the sixteen of the next number.
    await sql.unsafe(
      `insert into public.lessons (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes)
       select gen_random_uuid(), '${requests[2]}', 'held', now(), now(), '${ZONE}', now(), 60 from generate_series(1, 14)`,
    );
    const ending = async (place: 0 | 1): Promise<[string, string]> => {
      const person = students[place] ?? '';
      const id = await agreed(database, { student: person, teacher }, requests[place] ?? '');
      await startAgo(database, id, '2 hours');
      await tell(database, teacher, id, 'held');
      return [person, calling('tell_lesson_outcome', { id, outcome: 'held' })];
    };
    await meeting(await ending(0), await ending(1));
    const shown = await sql.unsafe(
      `select lessons_given from public.teacher_listings where id = '${teacher}'`,
    );
    expect([...shown]).toEqual([{ lessons_given: 15 }]);
  });

  it('[V21] of two proposals of a pair at once one counts, and the other is refused', async () => {
    const proposing = (time: string) =>
      calling('propose_lesson', {
        id: randomUUID(),
        request_id: request,
        weeks: 1,
        terms: termsIn(7, { starts_local: inDays(7, time) }),
      });
    expect(await meeting([student, proposing('15:00')], [teacher, proposing('15:30')])).toMatchObject({
      hint: 'lesson_doubled',
    });
    expect(await lessonsOf(database, student)).toHaveLength(1);
  });

  it('[V21] of two students’ lessons that are confirmed at once one counts, and the other is refused', async () => {
    const other = await database.createUser({ role: 'student' });
    const second = await agree(database, { ...couple, student: other });
    const offered = async (person: string, of: string, time: string) => {
      const terms = termsIn(7, { starts_local: inDays(7, time) });
      const { lesson_ids, command_id } = await propose(database, teacher, of, { terms });
      return [person, confirming(lesson_ids[0] ?? '', command_id)] as [string, string];
    };
    expect(
      await meeting(await offered(student, request, '15:00'), await offered(other, second, '15:30')),
    ).toMatchObject({ hint: 'time_taken', detail: 'other' });
  });

  it('[V21] whatever many people confirm at once, nobody is in two lessons, and nothing deadlocks', async () => {
    const crowd = await Promise.all(Array.from({ length: 3 }, () => createCouple(database)));
    const offers: [person: string, statement: string][] = [];
    for (const { student: person } of crowd) {
      for (const other of crowd) {
        const of = await agree(database, { ...other, student: person });
        for (const [n, time] of ['15:00', '15:45', '16:30'].entries()) {
          const terms = termsIn(7, { starts_local: inDays(7, time), minutes: 40 });
          const [by, to] = n % 2 ? [person, other.teacher] : [other.teacher, person];
          const { lesson_ids, command_id } = await propose(database, by, of, { terms });
          offers.push([to, confirming(lesson_ids[0] ?? '', command_id)]);
        }
      }
    }
    const outcomes = await Promise.all(
      offers.map(([person, statement]) =>
        refusal(() =>
          sql.begin(async (tx) => {
            const claims = JSON.stringify({ sub: person, role: 'authenticated' });
            await tx.unsafe(`select set_config('request.jwt.claims', '${claims}', true)`);
            await tx.unsafe(statement);
          }),
        ),
      ),
    );
    const refused = outcomes.flatMap((one) => (one ? [one.hint] : []));
    expect(refused.filter((one) => one !== 'time_taken')).toEqual([]);
    // At each of three times each of three teachers can be with one student.
    const confirmed = offers.length - refused.length;
    expect(confirmed).toBeGreaterThanOrEqual(3);
    expect(confirmed).toBeLessThanOrEqual(9);
    const doubled = await sql.unsafe(
      `select 1 from app.open_times a join app.open_times b on a.lesson_id < b.lesson_id and a.is_agreed and b.is_agreed
         and a.starts_at < b.ends_at and b.starts_at < a.ends_at
         and (a.teacher_id = b.teacher_id or a.student_id = b.student_id)
       where a.teacher_id = any ('{${crowd.map((one) => one.teacher).join(',')}}'::uuid[])`,
    );
    expect([...doubled]).toEqual([]);
  });

  it('a reminder comes once though two processes send', async () => {
    await agreed(database, couple, request);
    const at = new Date(instantOf(inDays(7), ZONE) - 2 * 3_600_000).toISOString();
    const tending = `select public.tend_lessons(200, '${at}') ->> 'reminded' as reminded`;
    await one.begin();
    const [first] = await one.run(tending);
    // The other process does not wait: it skips what this one holds.
    const [second] = await two.run(tending);
    await one.commit();
    const [third] = await two.run(tending);
    expect([first, second, third]).toEqual([{ reminded: '1' }, { reminded: '0' }, { reminded: '0' }]);
    for (const person of [student, teacher]) {
      expect(
        await count(database, `public.notifications where kind = 'lesson.reminder' and user_id = $1`, [
          person,
        ]),
      ).toBe(1);
    }
  });

  it('ten processes at once remind of forty lessons once each', async () => {
    await sql.unsafe(
      `insert into public.lessons (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes)
       select gen_random_uuid(), '${request}', 'confirmed', now(), t.local, '${ZONE}', app.instant_of(t.local, '${ZONE}'), 60
       from (values ('${inDays(7)}'::timestamp)) t (local), generate_series(1, 40)`,
    );
    const at = new Date(instantOf(inDays(7), ZONE) - 2 * 3_600_000).toISOString();
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (;;) {
          const [row] = await sql.unsafe<{ reminded: number }[]>(
            `select (public.tend_lessons(7, '${at}') ->> 'reminded')::int as reminded`,
          );
          if (row?.reminded === 0) return;
        }
      }),
    );
    await sql.unsafe(`select public.tend_lessons(200, '${at}')`);
    expect(
      await count(database, `public.notifications where kind = 'lesson.reminder' and user_id = $1`, [
        student,
      ]),
    ).toBe(40);
  });
});
