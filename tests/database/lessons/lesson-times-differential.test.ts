/** src/db/lessons/lesson-times.ts beside the procedures: four people, random lessons, and one more command. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMeant, otherSide, proposalOf, timed } from '../../../src/db/lessons/lesson-rules.ts';
import { singleLessons, timeClashes, type WantedTime } from '../../../src/db/lessons/lesson-times.ts';
import type { LessonRow, LessonScope, LessonTerms, RequestSide } from '../../../src/db/rows/lesson-fields.ts';
import { wallTimeAt } from '../../../src/lib/wall-time.ts';
import type { TestDatabase } from '../../support/database.ts';
import { refusal } from '../accounts/account-steps.ts';
import { callOffAll, confirm, heldOf, move, propose, ZONE } from './agreement-steps.ts';
import { agree, createCouple, lessonWorld } from './lesson-steps.ts';

interface Between {
  request: string;
  student: string;
  teacher: string;
}

let database: TestDatabase;
/** Two students with two teachers, each pair in a request. */
let requests: Between[];
lessonWorld(async (world) => {
  ({ database } = world);
  const other = await createCouple(database);
  requests = [];
  for (const student of [world.student, other.student]) {
    for (const teacher of [world.teacher, other.teacher]) {
      const request = await agree(database, { student, teacher, style: world.couple.style });
      requests.push({ request, student, teacher });
    }
  }
});

const MINUTE = 60_000;
/** A time in quarters of an hour, from half an hour ago on, so that many overlap and some have begun. */
const time = fc.record({
  quarters: fc.integer({ min: -2, max: 9 }),
  weeks: fc.nat({ max: 2 }),
  minutes: fc.constantFrom(15, 30, 45, 60, 120),
});
type Time = typeof time extends fc.Arbitrary<infer T> ? T : never;

const lesson = fc.record({
  of: fc.nat({ max: 3 }),
  weeks: fc.constantFrom(1, 1, 3),
  agreed: fc.option(time),
  status: fc.constantFrom('open', 'open', 'open', 'called_off', 'held'),
  student: fc.option(time),
  teacher: fc.option(time),
});
type Made = typeof lesson extends fc.Arbitrary<infer T> ? T : never;

const scope = fc.constantFrom<LessonScope>('one', 'following');
const side = fc.constantFrom<RequestSide>('student', 'teacher');
const written = fc.oneof(
  fc.record({
    kind: fc.constant('propose' as const),
    by: side,
    of: fc.nat({ max: 3 }),
    time,
    weeks: fc.constantFrom(1, 3),
  }),
  fc.record({ kind: fc.constant('move' as const), by: side, pick: fc.nat(), scope, time }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('confirm' as const), by: side, pick: fc.nat(), scope }),
  },
);
type Written = typeof written extends fc.Arbitrary<infer T> ? T : never;

/** Writes the lessons into the tables, whatever the procedures would say to them. */
async function store(lessons: readonly Made[], begin: number): Promise<string[]> {
  const ids: string[] = [];
  for (const { of, weeks, agreed, status, student, teacher } of lessons) {
    const series = randomUUID();
    for (let week = 0; week < weeks; week += 1) {
      const id = `${series.slice(0, 34)}0${week}`;
      ids.push(id);
      const state =
        agreed === null
          ? status === 'called_off'
            ? status
            : 'proposed'
          : status === 'open'
            ? 'confirmed'
            : status;
      const start = agreed && startOf(agreed, week, begin);
      await database.query(
        `insert into public.lessons (id, request_id, series_id, series_index, status, agreed_at, starts_local, zone,
           starts_at, minutes, proposed_last)
         values ($1, $2, $3, $4, $5, case when $6::timestamp is not null then now() end, $6::timestamp,
           case when $6::timestamp is not null then $7 end, app.instant_of($6::timestamp, $7), $8, $9)`,
        [
          ...[id, requests[of]?.request, weeks > 1 ? series : null, weeks > 1 ? week : null, state],
          ...[start, ZONE, agreed?.minutes ?? null, student ? 'student' : teacher ? 'teacher' : null],
        ],
      );
      for (const [by, proposal] of [
        ['student', student],
        ['teacher', teacher],
      ] as const) {
        if (!proposal) continue;
        await database.query(
          `insert into public.lesson_proposals (lesson_id, side, id, starts_local, zone, starts_at, minutes)
           values ($1, $2, $3, $4::timestamp, $5, app.instant_of($4::timestamp, $5), $6)`,
          [
            id,
            by,
            `${series.slice(0, 34)}${by === 'student' ? 'a' : 'b'}0`,
            startOf(proposal, week, begin),
            ZONE,
            proposal.minutes,
          ],
        );
      }
    }
  }
  return ids;
}

const startOf = ({ quarters, weeks }: Time, week: number, begin: number) =>
  wallTimeAt(begin + quarters * 15 * MINUTE + (weeks + week) * 7 * 86_400_000, ZONE);

const termsOf = (at: Time, begin: number): LessonTerms => ({
  ...{ starts_local: startOf(at, 0, begin), zone: ZONE, minutes: at.minutes, place: null, price_cents: null },
});

async function run(lessons: readonly Made[], wish: Written, counts: Map<string, number>): Promise<void> {
  // Halves of a minute stay away from the times, which are whole ones.
  const begin = Math.floor(Date.now() / MINUTE) * MINUTE + 7 * MINUTE;
  await database.query('delete from public.lesson_proposals where true');
  await callOffAll(database);
  await database.query('delete from app.rate_counts where true');
  const ids = await store(lessons, begin);
  const now = Date.now();
  const people = [...new Set(requests.flatMap(({ student, teacher }) => [student, teacher]))];
  const held = new Map<string, LessonRow[]>();
  for (const person of people) held.set(person, await heldOf(database, person, ids));
  const all = requests.flatMap(({ request, student }) =>
    (held.get(student) ?? []).filter((row) => row.request_id === request),
  );

  const picked = wish.kind === 'propose' ? null : all[wish.pick % Math.max(all.length, 1)];
  if (picked === undefined) return;
  const between =
    requests.find(({ request }) => request === picked?.request_id) ??
    requests[wish.kind === 'propose' ? wish.of : 0];
  if (!between) return;
  const me = between[wish.by];
  const other = between[otherSide(wish.by)];
  const isPair = (row: { request_id: string }) => row.request_id === between.request;
  const known = { rows: held.get(me) ?? [], isPair, now };
  const theirs = { rows: held.get(other) ?? [], isPair, now };

  /** The lessons that the command is about. */
  const meant = picked
    ? all.filter((row) =>
        isMeant(
          row,
          {
            ...{
              lessonId: picked.id,
              requestId: between.request,
              seriesId: picked.series_id,
              index: picked.series_index,
            },
            scope: wish.kind === 'propose' ? 'one' : wish.scope,
          },
          now,
        ),
      )
    : [];
  let expected: string | null = null;
  let taken: string[] | null = null;
  let act: () => Promise<{ lesson_ids: string[] }>;
  if (wish.kind === 'confirm') {
    const proposal = picked && proposalOf(picked, otherSide(wish.by));
    if (!picked || !proposal) return;
    const wanted: WantedTime[] = meant.flatMap((row) => {
      const one = proposalOf(row, otherSide(wish.by));
      return one?.id === proposal.id && Date.parse(one.starts_at) > now ? [{ lessonId: row.id, ...one }] : [];
    });
    const mine = singleLessons(wanted, picked.id, known);
    // This person's phone cannot know the other one's lessons.
    const both = singleLessons(wanted, picked.id, { ...known, rows: [...known.rows, ...theirs.rows] });
    if (typeof both === 'string') {
      expected =
        mine === 'lesson_doubled'
          ? mine
          : both === 'lesson_doubled'
            ? both
            : `time_taken ${typeof mine === 'string' ? 'own' : 'other'}`;
    } else taken = both;
    act = () => confirm(database, me, picked.id, proposal.id, wish.scope);
  } else {
    const terms = termsOf(wish.time, begin);
    const id = randomUUID();
    const wanted: WantedTime[] = picked
      ? meant.map((row) => ({
          lessonId: row.id,
          ...timed(terms, (row.series_index ?? 0) - (picked.series_index ?? 0)),
        }))
      : Array.from({ length: wish.kind === 'propose' ? wish.weeks : 0 }, (_, week) => ({
          ...{ lessonId: `${id.slice(0, 34)}0${week}`, ...timed(terms, week) },
        }));
    if ([...timeClashes(wanted, known).values()].includes('lesson_doubled')) expected = 'lesson_doubled';
    act = picked
      ? () => move(database, me, picked.id, terms, wish.kind === 'move' ? wish.scope : 'one')
      : () =>
          propose(database, me, between.request, {
            id,
            terms,
            weeks: wish.kind === 'propose' ? wish.weeks : 1,
          });
  }
  let done: string[] = [];
  const refused = await refusal(async () => {
    done = (await act()).lesson_ids;
  });
  const said = refused && [refused.hint, refused.detail].filter(Boolean).join(' ');
  // Other refusals come first: a time that has passed, a lesson that has begun or ended, a proposal that is another.
  if (refused && !['lesson_doubled', 'time_taken'].includes(refused.hint ?? '')) {
    counts.set(refused.hint ?? '', (counts.get(refused.hint ?? '') ?? 0) + 1);
    return;
  }
  expect(said, wish.kind).toBe(expected);
  if (!refused && taken) expect([...done].sort()).toEqual([...taken].sort());
  const what = said ?? (taken && taken.length < meant.length ? 'some left open' : wish.kind);
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

const numRuns = Number(process.env.LESSON_RUNS || (process.env.TEST_FULL === '1' ? 3_000 : 150));

it('the phone and the server find the same lessons at the same time', async () => {
  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(lesson, { minLength: 2, maxLength: 5 }), written, (lessons, wish) =>
      run(lessons, wish, counts),
    ),
    { seed: Number(process.env.LESSON_SEED ?? 20_261_128), numRuns, endOnFailure: true },
  );
  const met = [...counts.keys()];
  for (const what of [
    'propose',
    'move',
    'confirm',
    'lesson_doubled',
    'time_taken own',
    'time_taken other',
    'some left open',
  ])
    expect(met).toContain(what);
});
