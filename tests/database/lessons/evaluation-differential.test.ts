/**
 * The right to evaluate of src/db/lessons/evaluation-rules.ts beside app.evaluation_right, in every state: the phone decides from
 * the rows that it pulls. What the two say is also what the command does. `npm test` meets every state of a request with
 * every state of its lessons and of what was written, and with each of them one block by turns; TEST_FULL=1 all three.
 */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { evaluationRight } from '@/db/lessons/evaluation-rules';
import type { LessonRow, RequestSide } from '@/db/rows/lesson-fields';
import type { EvaluationRow, LessonRequestRow } from '@/db/rows/lesson-rows';
import type { TestDatabase } from '../../support/database.ts';
import { deleteAccount, refusal } from '../accounts/account-steps.ts';
import { agree, ask, type Couple, evaluate, lessonWorld } from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
lessonWorld((world) => {
  ({ database, couple } = world);
});

type Side = RequestSide | null;

/** How a request stands. */
interface Standing {
  status: LessonRequestRow['status'];
  wasAnswered: boolean;
  endedBy?: Side;
  cancelledBy?: Side;
}
const STANDINGS: Record<string, Standing> = {
  pending: { status: 'Pendente', wasAnswered: false },
  declined: { status: 'Recusado', wasAnswered: true },
  accepted: { status: 'Aceito', wasAnswered: true },
  'ended by the student': { status: 'Aceito', wasAnswered: true, endedBy: 'student' },
  'ended by the teacher': { status: 'Aceito', wasAnswered: true, endedBy: 'teacher' },
  'withdrawn by the student': { status: 'Cancelado', wasAnswered: false, cancelledBy: 'student' },
  'withdrawn by the teacher': { status: 'Cancelado', wasAnswered: false, cancelledBy: 'teacher' },
  'cancelled by the student': { status: 'Cancelado', wasAnswered: true, cancelledBy: 'student' },
  'cancelled by the teacher': { status: 'Cancelado', wasAnswered: true, cancelledBy: 'teacher' },
};
/** State and start of each lesson, in days from now. */
const LESSONS: Record<string, [status: LessonRow['status'], days: number][]> = {
  none: [],
  proposed: [['proposed', 2]],
  'agreed for later': [['confirmed', 2]],
  'agreed, and its time has come': [['confirmed', -1]],
  held: [['held', -1]],
  missed: [['missed', -3]],
  'called off': [['called_off', 2]],
  'one held, another agreed': [
    ['held', -2],
    ['confirmed', 3],
  ],
};
const BLOCKS = [null, 'student', 'teacher'] as const;
const isFull = process.env.TEST_FULL === '1';
/** The texts of both sides. `first`: the stars of the first publication. */
const WRITTEN: Record<string, { anonymous: boolean; first: number | null } | null> = {
  nothing: null,
  'sealed, with the name': { anonymous: false, first: null },
  'read with the name': { anonymous: false, first: 4 },
  'sealed, without the name': { anonymous: true, first: null },
  'read without the name': { anonymous: true, first: 4 },
};
/** Days from now; the request was answered a day ago. */
const MOMENTS = [0, 1.99, 2.01, 5.99, 6.01, 40];

const TABLES = ['lesson_requests', 'lessons', 'lesson_versions', 'lesson_evaluations', 'blocks'];
const triggers = (how: 'disable' | 'enable') =>
  TABLES.map((table) => `alter table public.${table} ${how} trigger user;`).join('\n');

interface State {
  standing: Standing;
  lessons: [status: LessonRow['status'], days: number][];
  block: (typeof BLOCKS)[number];
  written: { anonymous: boolean; first: number | null } | null;
}

/** Brings the request into a state, whatever the guards say: these are states, not the ways there. */
const reach = (request: string, { standing, lessons, block, written }: State) =>
  database.transaction(async (tx) => {
    await tx.exec(triggers('disable'));
    await tx.query(
      `update public.lesson_requests set status = $2, reason = null,
         answered_at = case when $3::boolean then now() - interval '1 day' end,
         ended_at = case when $4::text is not null then now() end, ended_by = $4,
         cancelled_at = case when $2::text = 'Cancelado' then now() end, cancelled_by = $5
       where id = $1`,
      [
        request,
        standing.status,
        standing.wasAnswered,
        standing.endedBy ?? null,
        standing.cancelledBy ?? null,
      ],
    );
    await tx.query('delete from public.lesson_versions where true');
    await tx.query('delete from public.lessons where true');
    for (const [status, days] of lessons) {
      await tx.query(
        `insert into public.lessons
             (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes, held_at,
              called_off_at)
           select $1, $2, $3, a.at, case when a.at is not null then l end, case when a.at is not null then 'UTC' end,
             case when a.at is not null then l at time zone 'UTC' end, case when a.at is not null then 60 end,
             case when $3::text = 'held' then now() end, case when $3::text = 'called_off' then now() end
           from (select date_trunc('minute', now() at time zone 'UTC') + make_interval(days => $4)) x (l),
             (select case when $3::text <> 'proposed' then now() end) a (at)`,
        [randomUUID(), request, status, days],
      );
    }
    await tx.query(
      `insert into public.lesson_versions (id, person_id)
         select l.id, p from public.lessons l, unnest(array[$1::uuid, $2::uuid]) p`,
      [couple.student, couple.teacher],
    );
    await tx.query('delete from public.blocks where true');
    if (block !== null) {
      await tx.query(
        `insert into public.blocks (user_id, person_id, is_on, name, wished_at) values ($1, $2, true, 'Alguém', now())`,
        [personOf(block), personOf(block === 'student' ? 'teacher' : 'student')],
      );
    }
    await tx.query('delete from public.lesson_evaluations where true');
    for (const side of written ? (['student', 'teacher'] as const) : []) {
      await tx.query(
        `insert into public.lesson_evaluations
             (lesson_request_id, evaluator_id, evaluated_id, rating, is_anonymous, first_rating, public_rating)
           values ($1, $2, $3, 4, $4, $5, $5)`,
        [
          request,
          personOf(side),
          personOf(side === 'student' ? 'teacher' : 'student'),
          written?.anonymous,
          written?.first,
        ],
      );
    }
    await tx.exec(triggers('enable'));
  });

const personOf = (side: RequestSide) => couple[side];

interface Decided {
  at: string;
  may: 'write' | 'change' | null;
  may_hide_name: boolean;
  invited_at: string | null;
}
interface Seen {
  decided: Decided[];
  request: LessonRequestRow;
  lessons: LessonRow[];
  written: EvaluationRow | null;
}

/** The server's decision at each moment, and the rows that the person's phone holds. */
async function seenBy(request: string, person: string): Promise<Seen> {
  const [seen] = await database.query<Seen>(
    `select
       (select jsonb_agg(jsonb_build_object('at', m.at, 'may', g.may, 'may_hide_name', g.may_hide_name,
           'invited_at', g.invited_at) order by m.at)
         from (select now() + d * interval '1 day' as at from unnest($3::float[]) d) m
         cross join lateral app.evaluation_right(r, $2, m.at) g) as decided,
       (select to_jsonb(o) from app.own_lesson_requests o where o.id = r.id and o.person_id = $2) as request,
       coalesce((select jsonb_agg(to_jsonb(l)) from app.own_lessons l where l.person_id = $2), '[]') as lessons,
       (select to_jsonb(e) from app.own_evaluations e where e.lesson_request_id = r.id and e.evaluator_id = $2) as written
     from public.lesson_requests r where r.id = $1`,
    [request, person, MOMENTS],
  );
  if (!seen) throw new Error('no such request');
  return seen;
}

it('phone and server decide alike in every state, and the command does what they say', async () => {
  const request = await ask(database, couple);
  const met = new Map<string, number>();
  let turn = 0;
  for (const [standingName, standing] of Object.entries(STANDINGS))
    for (const [lessonsName, lessons] of Object.entries(LESSONS))
      for (const [writtenName, written] of Object.entries(WRITTEN)) {
        turn += 1;
        for (const block of isFull ? BLOCKS : BLOCKS.filter((_, at) => at === turn % BLOCKS.length)) {
          await reach(request, { standing, lessons, block, written });
          for (const side of ['student', 'teacher'] as const) {
            const name = `${standingName}; lessons: ${lessonsName}; blocks: ${block}; written: ${writtenName}; ${side}`;
            const seen = await seenBy(request, personOf(side));
            const rights = seen.decided.map(({ at, may, may_hide_name, invited_at }) => {
              const right = evaluationRight({ ...seen, isBlocked: block === side }, Date.parse(at));
              const told = invited_at === null ? null : Date.parse(invited_at);
              expect({ at, ...right }, name).toEqual({
                at,
                may,
                mayHideName: may_hide_name,
                invitedAt: told,
              });
              const key = `${may} ${may_hide_name} ${told !== null && told <= Date.parse(at)}`;
              met.set(key, (met.get(key) ?? 0) + 1);
              return right;
            });
            await expectCommand(request, side, rights[0] ?? { may: null, mayHideName: true }, name);
          }
        }
      }
  expect([...met.keys()].sort()).toEqual([
    'change false false',
    'change true false',
    'null true false',
    'write true false',
    'write true true',
  ]);
}, 600_000);

/** Writes without the name, as the phone would now, and takes it back. */
async function expectCommand(
  request: string,
  side: RequestSide,
  { may, mayHideName }: { may: string | null; mayHideName: boolean },
  name: string,
): Promise<void> {
  const refused = may === null ? 'request_not_accepted' : mayHideName ? null : 'name_was_read';
  let hint: string | null = null;
  await database
    .as('authenticated', personOf(side), async (tx) => {
      const change = { id: randomUUID(), lesson_request_id: request, rating: 2, is_anonymous: true };
      hint =
        (
          await refusal(() =>
            tx.query('select public.save_evaluation($1, $2::text::jsonb)', [
              randomUUID(),
              JSON.stringify(change),
            ]),
          )
        )?.hint ?? null;
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  expect(hint, name).toBe(refused);
}

class TakenBack extends Error {}

it('a person whose account is gone is not evaluated, as both say', async () => {
  const request = await agree(database, couple);
  await evaluate(database, couple.student, request);
  await deleteAccount(database, couple.teacher);
  const seen = await seenBy(request, couple.student);
  for (const { at, may } of seen.decided) {
    expect(may).toBeNull();
    expect(evaluationRight({ ...seen, isBlocked: false }, Date.parse(at)).may).toBeNull();
  }
});
