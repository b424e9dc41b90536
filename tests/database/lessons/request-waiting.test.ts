/** Requests without an answer, at an injected time: waking hours, the reminder, the notice, and response facts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterWaking, wakingBetween, wakingTime } from '@/db/lessons/waking-time';
import { instantOf, wallTimeAt } from '@/lib/wall-time';
import type { TestDatabase } from '../../support/database.ts';
import { deleteAccount } from '../accounts/account-steps.ts';
import { addPhone } from '../push/push-steps.ts';
import { answer, ask, type Couple, cancel, createCouple, held, inbox, lessonWorld } from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
lessonWorld((world) => {
  ({ database, couple, student, teacher } = world);
});

const ZONE = 'America/Sao_Paulo';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const iso = (at: number) => new Date(at).toISOString();

const tend = async (at: number) => {
  const [row] = await database.query<{ told: { tended: number } }>(
    'select public.tend_lessons(200, $1::timestamptz) as told',
    [iso(at)],
  );
  return row?.told.tended ?? 0;
};

/** A request made at a wall time of 2026 in São Paulo. The guard keeps request_date, so it is set as the owner does. */
async function askedAt(local: string, of: Couple = couple): Promise<string> {
  const id = await ask(database, of);
  await setDates(id, { request_date: instantOf(local, ZONE) });
  return id;
}
async function setDates(id: string, dates: Record<string, number>): Promise<void> {
  await database.exec('alter table public.lesson_requests disable trigger guard');
  for (const [column, at] of Object.entries(dates)) {
    await database.query(`update public.lesson_requests set ${column} = $2 where id = $1`, [id, iso(at)]);
  }
  await database.exec('alter table public.lesson_requests enable trigger guard');
}

const notesOf = async (person: string, kind: string) =>
  (await inbox(database, person)).filter((note) => note.kind === `lesson_request.${kind}`);

/** Wall times at which the teacher was reminded, and the student told, looking every quarter of an hour. */
async function toldAt(local: string): Promise<{ nudged: string[]; unanswered: string[] }> {
  const start = instantOf(local, ZONE);
  const found = { nudged: [] as string[], unanswered: [] as string[] };
  let nudges = 0;
  for (let at = start; at < start + 7 * DAY; at += 30 * MINUTE) {
    if ((await tend(at)) === 0) continue;
    const before = nudges;
    nudges = (await notesOf(teacher, 'nudge')).length;
    found[nudges > before ? 'nudged' : 'unanswered'].push(wallTimeAt(at, ZONE));
  }
  return found;
}

describe('Waking hours', () => {
  it.each([
    // Mondays.
    ['2026-03-02T10:00', '2026-03-05T16:00'],
    ['2026-03-02T22:00', '2026-03-06T14:00'],
    ['2026-03-02T03:00', '2026-03-05T14:00'],
    ['2026-03-02T16:00', '2026-03-05T22:00'],
  ])('48 of them from %s end at %s', (start, end) => {
    expect(wallTimeAt(afterWaking(instantOf(start, ZONE), 48), ZONE)).toBe(end);
  });

  it('are counted alike by phone and server, in past summer times too, and a deadline is the first instant', async () => {
    const instant = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2100, 0) });
    const cases = fc.sample(
      fc.record({ at: instant, later: fc.nat({ max: 20 * DAY }), hours: fc.integer({ min: 1, max: 200 }) }),
      2000,
    );
    const rows = await database.query<{ between: string; due: string }>(
      `select app.waking_between(to_timestamp(c.at / 1000.0), to_timestamp((c.at + c.later) / 1000.0)) as between,
         round(extract(epoch from app.after_waking(to_timestamp(c.at / 1000.0), c.hours)) * 1000)::bigint as due
       from jsonb_to_recordset($1::text::jsonb) c (at bigint, later bigint, hours integer, n integer) order by n`,
      [JSON.stringify(cases.map((one, n) => ({ ...one, n })))],
    );
    for (const [n, { at, later, hours }] of cases.entries()) {
      const due = afterWaking(at, hours);
      expect([n, Number(rows[n]?.between), Number(rows[n]?.due)]).toEqual([
        n,
        wakingBetween(at, at + later),
        due,
      ]);
      expect(wakingTime(due) - wakingTime(at)).toBe(hours * HOUR);
      expect(wakingTime(due - 1) - wakingTime(at)).toBeLessThan(hours * HOUR);
    }
  });
});

describe('A request without an answer', () => {
  it.each([
    ['2026-03-02T10:00', '2026-03-03T20:00', '2026-03-05T16:00'],
    ['2026-03-02T12:00', '2026-03-04T08:00', '2026-03-05T18:00'],
    ['2026-03-02T16:00', '2026-03-04T12:00', '2026-03-06T08:00'],
  ])(
    'of %s reminds its teacher at %s and tells its student at %s, once each',
    async (local, nudged, told) => {
      const id = await askedAt(local);
      expect(await toldAt(local)).toEqual({ nudged: [nudged], unanswered: [told] });
      expect(await notesOf(teacher, 'nudge')).toEqual([
        {
          kind: 'lesson_request.nudge',
          title: 'Um pedido espera por você',
          body: expect.stringMatching(
            /^Camila aguarda sua resposta sobre aulas de Forró. Responda até quinta, 05\/03, às \d\d:00.$/,
          ),
          url: `/teacher/requests/${id}`,
        },
      ]);
      expect(await notesOf(student, 'unanswered')).toMatchObject([
        { title: 'Ainda sem resposta', url: `/student/requests/${id}` },
      ]);
      for (const person of [student, teacher]) {
        expect(await held(database, person, id)).toMatchObject({
          status: 'Pendente',
          nudged_at: expect.any(String),
        });
      }
      expect((await held(database, student, id))?.unanswered_at).toEqual(expect.any(String));
      expect((await held(database, teacher, id))?.unanswered_at).toBeNull();
    },
  );

  it('that is answered in time tells nobody, and the unread reminder leaves the inbox', async () => {
    const id = await askedAt('2026-03-02T10:00');
    await tend(instantOf('2026-03-03T20:00', ZONE));
    expect(await notesOf(teacher, 'nudge')).toHaveLength(1);
    await answer(database, teacher, id, 'decline');
    expect(await notesOf(teacher, 'nudge')).toEqual([]);
    expect(await tend(instantOf('2026-03-06T10:00', ZONE))).toBe(0);
    expect(await notesOf(student, 'unanswered')).toEqual([]);
  });

  it('gets no late reminder when the server was down for two days, and none at all after a month', async () => {
    await askedAt('2026-03-02T10:00');
    expect(await tend(instantOf('2026-04-02T10:00', ZONE))).toBe(0);
    expect(await tend(instantOf('2026-03-06T10:00', ZONE))).toBe(1);
    expect(await notesOf(teacher, 'nudge')).toEqual([]);
    expect(await notesOf(student, 'unanswered')).toHaveLength(1);
  });

  it('is reminded of by inbox and push, in the group that people mute as lessons', async () => {
    await addPhone(database, teacher);
    await askedAt('2026-03-02T10:00');
    await tend(instantOf('2026-03-03T20:00', ZONE));
    expect(
      await database.query(
        `select app.notification_group(n.kind) as of, q.due_at is not null as queued
         from public.notifications n left join public.push_queue q on q.notification_id = n.id
         where n.user_id = $1 and n.kind = 'lesson_request.nudge'`,
        [teacher],
      ),
    ).toEqual([{ of: 'lessons', queued: true }]);
  });
});

describe('The facts about a teacher’s answers', () => {
  const renew = async (day: string) => {
    const at = instantOf(`${day}T04:00`, ZONE);
    await database.query('select app.renew_response_facts($1::timestamptz)', [iso(at)]);
  };
  const listed = async () => {
    const [row] = await database.query<{ hours: number | null; tenths: number | null }>(
      'select reply_hours as hours, reply_tenths as tenths from public.teacher_listings where id = $1',
      [teacher],
    );
    return row;
  };
  /** A student's request of a day, answered after so many hours, or never. */
  async function requestOf(
    day: string,
    hours: number | null,
    what: 'accept' | 'decline' | 'cancel' = 'accept',
  ) {
    const { student: person } = await createCouple(database);
    const of = { ...couple, student: person };
    const id = await askedAt(`${day}T08:00`, of);
    const at = instantOf(`${day}T08:00`, ZONE) + (hours ?? 0) * HOUR;
    if (hours === null) return id;
    if (what === 'cancel') await cancel(database, person, id);
    else await answer(database, teacher, id, what);
    await setDates(id, what === 'cancel' ? { cancelled_at: at } : { answered_at: at });
    return id;
  }
  async function requestsOf(day: string, hours: readonly (number | null)[]) {
    for (const one of hours) await requestOf(day, one);
  }

  it('[T016] are hidden below five requests, and say the usual time and the share from five on', async () => {
    await requestsOf('2027-03-01', [0.5, 2, 2.5, 9]);
    await requestOf('2027-03-01', 3, 'cancel');
    await renew('2027-03-10');
    expect(await listed()).toEqual({ hours: null, tenths: null });
    await requestOf('2027-03-01', 12, 'decline');
    await renew('2027-03-11');
    expect(await listed()).toEqual({ hours: 3, tenths: 10 });
  });

  it('count what was left for 48 waking hours, and name no usual time for fewer than five answers', async () => {
    await requestsOf('2027-04-01', [1, 1, 1, null, null, null]);
    await renew('2027-04-03');
    expect(await listed()).toEqual({ hours: null, tenths: null });
    await renew('2027-04-10');
    expect(await listed()).toEqual({ hours: null, tenths: 4 });
  });

  it('[T016] stay when one or two more requests were decided, and change with the third', async () => {
    await requestsOf('2027-05-01', [1, 1, 1, 1, 1]);
    await renew('2027-05-10');
    expect(await listed()).toEqual({ hours: 1, tenths: 10 });
    await requestsOf('2027-05-11', [null, null]);
    await renew('2027-05-20');
    expect(await listed()).toEqual({ hours: 1, tenths: 10 });
    await requestsOf('2027-05-12', [null]);
    await renew('2027-05-21');
    expect(await listed()).toEqual({ hours: 1, tenths: 6 });
  });

  it('cover 90 days, are renewed once a day, and go with the account', async () => {
    await requestsOf('2027-06-01', [1, 1, 1, 1, 1]);
    await renew('2027-06-10');
    const again = await database.query<{ n: number }>(
      'select app.renew_response_facts($1::timestamptz) as n',
      [iso(instantOf('2027-06-10T23:00', ZONE))],
    );
    expect(again).toEqual([{ n: 0 }]);
    expect(await listed()).toEqual({ hours: 1, tenths: 10 });
    await renew('2027-09-10');
    expect(await listed()).toEqual({ hours: null, tenths: null });
    await requestsOf('2027-09-11', [1, 1, 1, 1, 1]);
    await renew('2027-09-20');
    expect(await listed()).toEqual({ hours: 1, tenths: 10 });
    await deleteAccount(database, teacher);
    expect(await database.query('select from app.response_facts where id = $1', [teacher])).toEqual([]);
  });
});
