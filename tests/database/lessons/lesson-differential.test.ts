/** The rules of src/db/lessons/lesson-rules.ts beside the procedures: the same programs end in the same lessons and refusals. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RequestSide } from '@/db/rows/lesson-fields';
import { wallTimeAt } from '@/lib/wall-time';
import { KINDS } from '@/outbox/commands/kinds';
import type { Kind } from '@/outbox/kind';
import type { TestDatabase } from '../../support/database.ts';
import { act, commandOf } from '../../support/lesson-acts.ts';
import { type Act, LessonServer } from '../../support/lesson-model.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';
import { callOffAll, heldOf, startAgo, type Told } from './agreement-steps.ts';
import { agree, lessonWorld } from './lesson-steps.ts';

let database: TestDatabase;
let people: Record<RequestSide, string>;
let request: string;
lessonWorld(async (world) => {
  ({ database } = world);
  people = { student: world.student, teacher: world.teacher };
  request = await agree(database, world.couple);
  // Programs of one couple propose more than a day's worth.
  await database.query(`delete from app.rate_counts where true`);
});

type Step = { side: RequestSide; act: Act } | { start: number; hasEnded: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ side: fc.constantFrom<RequestSide>('student', 'teacher'), act }),
  },
  { weight: 1, arbitrary: fc.record({ start: fc.nat({ max: 7 }), hasEnded: fc.boolean() }) },
);

/** A lesson that is to come, goes on or is over, and what is told of it: random programs alone seldom get so far. */
const told = (when: 'before' | 'during' | 'after'): Step[] => [
  { side: 'student', act: { kind: 'propose', days: 3, weeks: 1 } },
  { side: 'teacher', act: { kind: 'confirm', pick: 0, scope: 'one' } },
  ...(when === 'before' ? [] : [{ start: 0, hasEnded: when === 'after' }]),
  { side: 'teacher', act: { kind: 'outcome', pick: 0, outcome: 'held' } },
];
const program = fc
  .tuple(
    fc.constantFrom<Step[]>([], told('before'), told('during'), told('after')),
    fc.array(step, { minLength: 8, maxLength: 18, size: 'max' }),
  )
  .map(([begin, rest]) => [...begin, ...rest]);

/** Fields that differ between the model and the database without meaning anything. */
const comparable = (rows: readonly object[]) =>
  rows
    .map((row) => JSON.parse(JSON.stringify(row)) as Record<string, Record<string, unknown> | null>)
    .map(({ id, series_id, series_index, status, proposed_last, called_off_by, ...row }) => ({
      ...{ id, series_id, series_index, status, proposed_last, called_off_by },
      ...{ student: row.student_outcome, teacher: row.teacher_outcome },
      terms: [row.agreed, row.student_proposal, row.teacher_proposal].map((terms) =>
        terms === null
          ? null
          : [
              terms?.id,
              terms?.starts_local,
              Date.parse(String(terms?.starts_at)),
              terms?.minutes,
              terms?.place,
            ],
      ),
    }))
    .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));

async function run(steps: readonly Step[], counts: Map<string, number>): Promise<void> {
  await database.query(`delete from public.lesson_proposals where true`);
  const server = new LessonServer(Date.now());
  const begin = server.now;
  const shown = (side: RequestSide) => server.pull(side).sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const one of steps) {
    if ('start' in one) {
      const confirmed = shown('student').filter(({ status }) => status === 'confirmed');
      const row = confirmed[one.start % Math.max(confirmed.length, 1)];
      if (!row?.agreed) continue;
      await startAgo(database, row.id, one.hasEnded ? '2 hours' : '30 minutes');
      const [kept] = await database.query<{ at: Date; local: string }>(
        `select starts_at as at, to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI') as local from public.lessons where id = $1`,
        [row.id],
      );
      const agreed = {
        ...row.agreed,
        starts_local: kept?.local ?? '',
        starts_at: new Date(kept?.at ?? 0).toISOString(),
      };
      server.rows.set(row.id, { ...row, agreed });
      continue;
    }
    const command = commandOf(one.act, {
      side: one.side,
      requestId: request,
      shown: shown(one.side),
      now: begin,
      freshId: () => crypto.randomUUID(),
      startIn: (days) => wallTimeAt(begin + days * 86_400_000, 'America/Sao_Paulo'),
    });
    if (!command || command.kind === 'unknown') continue;
    const { procedure, args } = KINDS[command.kind] as unknown as Kind<unknown>;
    const given = { ...args(command), base_version: null } as Record<string, unknown>;
    const content = JSON.stringify(given.lesson ?? given.change);
    let told: Told | undefined;
    const refused = await refusal(async () => {
      told = await callAs<Told>(database, people[one.side], `${procedure}($1, $2::text::jsonb)`, [
        command.id,
        content,
      ]);
    });
    const verdict = server.receive(one.side, command);
    const hint = 'hint' in verdict ? verdict.hint : null;
    expect(refused?.hint ?? null, `${command.kind} ${content}`).toBe(hint);
    if (!('hint' in verdict))
      expect([...(told?.lesson_ids ?? [])].sort()).toEqual([...verdict.lesson_ids].sort());
    counts.set(hint ?? command.kind, (counts.get(hint ?? command.kind) ?? 0) + 1);
  }
  for (const side of ['student', 'teacher'] as const) {
    const held = await heldOf(database, people[side], server.rows.keys());
    expect(comparable(held)).toEqual(comparable(server.pull(side)));
  }
  // The next program begins without open lessons.
  await callOffAll(database);
  await database.query(`delete from app.rate_counts where true`);
}

const numRuns = Number(process.env.LESSON_RUNS || (process.env.TEST_FULL === '1' ? 600 : 40));

it('the phone’s rules and the procedures decide alike', async () => {
  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(program, (steps) => run(steps, counts)),
    { seed: Number(process.env.LESSON_SEED ?? 20_261_125), numRuns, endOnFailure: true },
  );
  const met = [...counts.keys()];
  for (const kind of ['propose', 'move', 'confirm', 'withdraw', 'call_off', 'outcome']) {
    expect(met).toContain(`lesson.${kind}`);
  }
  for (const hint of [
    'lesson_doubled',
    'lesson_over',
    'lesson_started',
    'lesson_not_confirmed',
    'lesson_not_started',
    'lesson_not_ended',
  ]) {
    expect(met).toContain(hint);
  }
});
