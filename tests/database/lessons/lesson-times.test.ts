/** Nobody is in two lessons at once: what is proposed and confirmed at times that overlap. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';
import {
  agreed,
  callOff,
  confirm,
  inDays,
  lessonsOf,
  move,
  propose,
  startAgo,
  termsIn,
} from './agreement-steps.ts';
import { agree, answer, type Couple, create, draft, inbox, lessonWorld } from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;
lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  request = await agree(database, couple);
});

const hint = async (act: () => Promise<unknown>) => (await refusal(act))?.hint ?? null;
/** An hour at a wall time, in so many days. */
const at = (time: string, days = 7, minutes = 60) =>
  termsIn(days, { starts_local: inDays(days, time), minutes });

const proposed = (terms: unknown, person = student, of = request, more: Record<string, unknown> = {}) =>
  propose(database, person, of, { terms, ...more }).then(({ lesson_ids, command_id }) => ({
    ids: lesson_ids,
    id: lesson_ids[0] ?? '',
    proposal: command_id,
  }));

/** Another student of the same teacher, with an accepted request. */
async function another(): Promise<{ person: string; request: string }> {
  const person = await database.createUser({ role: 'student', name: 'Colega Nova' });
  return { person, request: await agree(database, { ...couple, student: person }) };
}

/** A second accepted request of the same pair, for another style. */
async function secondOfPair(): Promise<string> {
  const [style] = await database.query<{ id: string }>(
    `insert into public.teacher_dance_styles (teacher_id, dance_style_id, position)
     select $1, s.id, 9 from public.dance_styles s where s.id <> $2 order by s.id limit 1 returning dance_style_id as id`,
    [teacher, couple.style],
  );
  const made = await create(database, student, draft({ ...couple, style: style?.id ?? '' }));
  await answer(database, teacher, made.request_id, 'accept');
  return made.request_id;
}

const statesOf = async (person: string, ids: readonly string[]) => {
  const rows = await lessonsOf(database, person);
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};

it.each([
  ['15:00', 60, '15:30', 60, true],
  ['15:30', 60, '15:00', 60, true],
  ['15:00', 120, '15:30', 15, true],
  ['15:30', 15, '15:00', 120, true],
  ['15:00', 60, '15:00', 60, true],
  ['15:00', 60, '16:00', 60, false],
  ['16:00', 60, '15:00', 60, false],
  ['23:30', 60, '22:45', 45, false],
])(
  '[V21] a pair with %s for %i minutes proposes %s for %i: refused %s',
  async (first, long, second, short, no) => {
    await proposed(at(first, 7, long));
    for (const person of [student, teacher]) {
      expect(await hint(() => proposed(at(second, 7, short), person))).toBe(no ? 'lesson_doubled' : null);
      if (!no) return;
    }
    expect(await lessonsOf(database, teacher)).toHaveLength(1);
  },
);

it('a pair is the same two people in every request between them', async () => {
  const second = await secondOfPair();
  await agreed(database, couple, request, at('15:00'));
  expect(await hint(() => proposed(at('15:30'), teacher, second))).toBe('lesson_doubled');
  expect(await hint(() => proposed(at('16:00'), teacher, second))).toBeNull();
});

it('what was called off, withdrawn, or lapsed without an answer leaves its time', async () => {
  const lesson = await agreed(database, couple, request, at('15:00'));
  await callOff(database, student, lesson);
  const open = await proposed(at('15:30'));
  await callOff(database, teacher, open.id);
  await proposed(at('15:15'));
  const { id } = await proposed(at('10:00', 8));
  await database.query(
    `update public.lesson_proposals set starts_at = now() - interval '1 minute' where lesson_id = $1`,
    [id],
  );
  const soon = new Date(Date.now() + 20 * 60_000);
  const starts_local = soon.toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' }).slice(0, 16);
  expect(
    await hint(() => proposed({ ...at('10:00'), starts_local: starts_local.replace(' ', 'T') })),
  ).toBeNull();
});

it('a lesson that goes on keeps its time until its end', async () => {
  const lesson = await agreed(database, couple, request, at('15:00', 7, 120));
  await startAgo(database, lesson, '30 minutes');
  const soon = new Date(Date.now() + 20 * 60_000);
  const starts_local = soon
    .toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' })
    .slice(0, 16)
    .replace(' ', 'T');
  expect(await hint(() => proposed({ ...at('10:00'), starts_local }))).toBe('lesson_doubled');
});

it('another time is refused where the two have another lesson then, not for its own time', async () => {
  const lesson = await agreed(database, couple, request, at('15:00'));
  await proposed(at('17:00'));
  expect(await hint(() => move(database, teacher, lesson, at('17:30')))).toBe('lesson_doubled');
  expect(await hint(() => move(database, teacher, lesson, at('15:30')))).toBeNull();
  // The proposed time is held, the agreed one too.
  expect(await hint(() => proposed(at('16:15', 7, 30)))).toBe('lesson_doubled');
  expect(await hint(() => proposed(at('14:30', 7, 45)))).toBe('lesson_doubled');
});

it('of a series none is proposed where one of them is doubled; without that week it is', async () => {
  await agreed(database, couple, request, at('15:30', 21));
  const id = randomUUID();
  expect(await hint(() => proposed(at('15:00'), student, request, { id, weeks: 4 }))).toBe('lesson_doubled');
  expect(await lessonsOf(database, student)).toHaveLength(1);
  const { ids } = await proposed(at('15:00'), student, request, { id, weeks: 4, skipped: [2] });
  expect(ids).toHaveLength(3);
});

it('a series moves by whole weeks onto its own times, and is confirmed so', async () => {
  const { id, ids, proposal } = await proposed(at('15:00'), student, request, { weeks: 3 });
  await confirm(database, teacher, id, proposal, 'following');
  const moved = await move(database, student, id, at('15:00', 14), 'following');
  // Alone, the first one would take the time of the second.
  expect(await hint(() => confirm(database, teacher, id, moved.command_id))).toBe('lesson_doubled');
  expect((await confirm(database, teacher, id, moved.command_id, 'following')).lesson_ids).toEqual(ids);
  const starts = (await lessonsOf(database, student)).map(({ agreed: terms }) => terms?.starts_local);
  expect(starts).toEqual([14, 21, 28].map((days) => inDays(days, '15:00')));
});

it('[V21] the teacher does not confirm a time that another student has: the student is told nothing of whom', async () => {
  const other = await another();
  await agreed(database, { student: other.person, teacher }, other.request, at('15:30'));
  const { id, proposal } = await proposed(at('15:00'));
  const refused = await refusal(() => confirm(database, teacher, id, proposal));
  expect(refused).toEqual({ code: 'PT409', hint: 'time_taken', detail: 'own' });
  // The other way round: the teacher proposes, and the student confirms.
  const theirs = await proposed(at('16:15'), teacher);
  const told = await refusal(() => confirm(database, student, theirs.id, theirs.proposal));
  expect(told).toEqual({ code: 'PT409', hint: 'time_taken', detail: 'other' });
  const seen = JSON.stringify([told, await inbox(database, student), await lessonsOf(database, student)]);
  expect(seen).not.toMatch(new RegExp(`Colega|${other.person}|${other.request}`));
  expect(await statesOf(student, [id, theirs.id])).toEqual(['proposed', 'proposed']);
});

it('what another student has only been proposed keeps nobody from confirming', async () => {
  const other = await another();
  await proposed(at('15:30'), other.person, other.request);
  const { id, proposal } = await proposed(at('15:00'));
  expect(await hint(() => confirm(database, teacher, id, proposal))).toBeNull();
});

it('a lesson with a person whom one blocks takes no time of one’s own, and still takes the other’s', async () => {
  const other = await another();
  await agreed(database, { student: other.person, teacher }, other.request, at('15:30'));
  await callAs(database, teacher, 'set_block($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({
      ...{ person_id: other.person, wanted: true, name: 'Colega Nova' },
      wished_at: new Date().toISOString(),
    }),
  ]);
  // The other person has not been told: until the end of their lessons nothing changes there.
  const colleague = await database.createUser({
    role: 'teacher',
    name: 'Ana Prado',
    styleIds: [couple.style],
  });
  const elsewhere = await agree(database, { student: other.person, teacher: colleague, style: couple.style });
  const theirs = await proposed(at('15:15'), colleague, elsewhere);
  expect(await refusal(() => confirm(database, other.person, theirs.id, theirs.proposal))).toMatchObject({
    hint: 'time_taken',
    detail: 'own',
  });
  const { id, proposal } = await proposed(at('15:00'));
  expect(await hint(() => confirm(database, teacher, id, proposal))).toBeNull();
});

it('a student does not confirm a second teacher for the same time', async () => {
  const style = couple.style;
  const colleague = await database.createUser({ role: 'teacher', name: 'Ana Prado', styleIds: [style] });
  const second = await agree(database, { student, teacher: colleague, style });
  await agreed(database, couple, request, at('15:00'));
  const { id, proposal } = await proposed(at('15:30'), colleague, second);
  expect(await refusal(() => confirm(database, student, id, proposal))).toMatchObject({
    hint: 'time_taken',
    detail: 'own',
  });
  const again = await move(database, student, id, at('15:45'));
  expect(await refusal(() => confirm(database, colleague, id, again.command_id))).toMatchObject({
    hint: 'time_taken',
    detail: 'other',
  });
});

it('of a series those weeks stay open in which there is another lesson, and the other side reads how many', async () => {
  const other = await another();
  await agreed(database, { student: other.person, teacher }, other.request, at('15:30', 14));
  const { id, ids, proposal } = await proposed(at('15:00'), student, request, { weeks: 4 });
  const told = await confirm(database, teacher, id, proposal, 'following');
  expect(told.lesson_ids).toEqual([ids[0], ids[2], ids[3]]);
  expect(await statesOf(teacher, ids)).toEqual(['confirmed', 'proposed', 'confirmed', 'confirmed']);
  expect((await inbox(database, student)).at(-1)?.body).toMatch(
    /^Marina confirmou 3 aulas .* Uma ficou em aberto\.$/,
  );
  // The named lesson decides.
  expect(await hint(() => confirm(database, teacher, ids[1] ?? '', proposal, 'following'))).toBe(
    'time_taken',
  );
});

it('a week that stays open keeps its time, so that no other lesson of the series takes it', async () => {
  const { id, ids, proposal } = await proposed(at('15:00'), student, request, { weeks: 3 });
  await confirm(database, teacher, id, proposal, 'following');
  const moved = await move(database, student, id, at('15:00', 14), 'following');
  // The last one cannot move, so the second cannot take its time, nor the first the second's.
  const other = await another();
  await agreed(database, { student: other.person, teacher }, other.request, at('15:30', 28));
  expect(await hint(() => confirm(database, teacher, id, moved.command_id, 'following'))).toBe(
    'lesson_doubled',
  );
  expect(await statesOf(student, ids)).toEqual(['confirmed', 'confirmed', 'confirmed']);
});

it('a confirmation that its author has not seen stands where the former time was given away', async () => {
  const lesson = await agreed(database, couple, request, at('15:00'));
  const change = await move(database, student, lesson, at('10:00', 9));
  const base = (await lessonsOf(database, student))[0]?._xid ?? null;
  await confirm(database, teacher, lesson, change.command_id);
  const other = await another();
  await agreed(database, { student: other.person, teacher }, other.request, at('15:30'));
  await move(database, student, lesson, at('11:00', 10), 'one', { base });
  const [row] = await lessonsOf(database, student);
  expect(row).toMatchObject({
    status: 'confirmed',
    agreed: { starts_local: inDays(9, '10:00') },
    student_proposal: { starts_local: inDays(10, '11:00') },
  });
  const [doubled] = await database.query<{ pairs: number }>(
    `select count(*)::int as pairs from app.open_times a join app.open_times b on a.lesson_id < b.lesson_id
       and a.is_agreed and b.is_agreed and a.starts_at < b.ends_at and b.starts_at < a.ends_at
       and (a.teacher_id = b.teacher_id or a.student_id = b.student_id) where a.teacher_id = $1`,
    [teacher],
  );
  expect(doubled).toEqual({ pairs: 0 });
});

it('a refusal leaves nothing behind, and the same command may come again', async () => {
  const lesson = await agreed(database, couple, request, at('15:00'));
  const command = randomUUID();
  const content = JSON.stringify({ id: randomUUID(), request_id: request, weeks: 1, terms: at('15:30') });
  const send = () => callAs(database, teacher, 'propose_lesson($1, $2::text::jsonb)', [command, content]);
  expect(await hint(send)).toBe('lesson_doubled');
  expect(await lessonsOf(database, teacher)).toHaveLength(1);
  await callOff(database, student, lesson);
  expect(await hint(send)).toBeNull();
});
