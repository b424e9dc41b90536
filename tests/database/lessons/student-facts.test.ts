/** A student's summary, which comes with the request to the teacher who was asked. */
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { deleteAccount } from '../accounts/account-steps.ts';
import type { Checkpoint, PulledRow } from '../support/phone.ts';
import { tell } from './agreement-steps.ts';
import {
  agree,
  answer,
  ask,
  type Couple,
  cancel,
  createCouple,
  evaluate,
  held,
  lessonWorld,
  type PrivatePage,
  pullOwn,
  unseal,
} from './lesson-steps.ts';
import { addBegunLesson, addLesson, settle } from './settled-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;

lessonWorld((world) => {
  ({ database, couple, student, teacher } = world);
});

const factsFor = async (person: string, request: string) =>
  (await held(database, person, request))?.student_facts as Record<string, unknown> | undefined;

/** Another teacher who has accepted this student. */
async function taught(lessons = 0): Promise<{ teacher: string; request: string }> {
  const other = (await createCouple(database)).teacher;
  const request = await agree(database, { ...couple, teacher: other });
  if (lessons > 0) await addLesson(database, request, 'held', lessons);
  return { teacher: other, request };
}

describe('the summary of a student', () => {
  it('says since when, lessons held with how many teachers, and missed ones', async () => {
    const request = await ask(database, couple);
    const [month] = await database.query<{ month: string }>(
      `select to_char(now() at time zone 'America/Sao_Paulo', 'YYYY-MM') as month`,
    );
    expect(await factsFor(teacher, request)).toEqual({
      member_since: month?.month,
      lessons_held: 0,
      teachers: 0,
      lessons_missed: 0,
      rating_average: null,
      rating_count: null,
      slug: null,
    });
    await taught(3);
    await addLesson(database, (await taught(1)).request, 'missed');
    expect(await factsFor(teacher, request)).toMatchObject({
      lessons_held: 4,
      teachers: 2,
      lessons_missed: 1,
    });
  });

  it('counts published evaluations from three on, and none that is sealed', async () => {
    const request = await ask(database, couple);
    for (const rating of [5, 4]) {
      const other = await taught();
      await evaluate(database, other.teacher, other.request, { rating });
    }
    await unseal(database);
    const last = await taught();
    await evaluate(database, last.teacher, last.request, { rating: 1 });
    expect(await factsFor(teacher, request)).toMatchObject({ rating_average: null, rating_count: null });
    await unseal(database);
    expect(await factsFor(teacher, request)).toMatchObject({ rating_average: 3.3, rating_count: 3 });
  });

  it('has the public page only while the student shows one', async () => {
    const request = await ask(database, couple);
    await database.query(
      `update public.students set is_public = true, slug = 'camila-duarte' where id = $1`,
      [student],
    );
    expect(await factsFor(teacher, request)).toMatchObject({ slug: 'camila-duarte' });
    await database.query('update public.students set hidden_at = now() where id = $1', [student]);
    expect(await factsFor(teacher, request)).toMatchObject({ slug: null });
  });

  it('comes to the teacher of an open request alone', async () => {
    const request = await agree(database, couple);
    expect(await factsFor(teacher, request)).toMatchObject({ lessons_held: 0 });
    expect(await factsFor(student, request)).toBeUndefined();
    await settle(database, request);
    await cancel(database, student, request);
    expect(await factsFor(teacher, request)).toBeUndefined();
    const declined = await ask(database, couple);
    await answer(database, teacher, declined, 'decline');
    expect(await factsFor(teacher, declined)).toBeUndefined();
  });

  it('reaches the teacher’s phone again after a lesson, a published evaluation and a change of the public page', async () => {
    const request = await agree(database, couple);
    const tend = () => database.query('select public.tend_lessons()');
    await tend();
    let since: Checkpoint | null = null;
    /** The rows that a phone receives now, after it has pulled everything. */
    const news = async (): Promise<PulledRow[]> => {
      await tend();
      const page: PrivatePage = await pullOwn(database, teacher, 'lesson_requests', since);
      since = page.checkpoint ?? since;
      return page.rows.filter(({ id }) => id === request);
    };
    await news();
    expect(await news()).toEqual([]);
    await addLesson(database, (await taught()).request, 'held');
    expect(await news()).toMatchObject([{ student_facts: { lessons_held: 1, teachers: 1 } }]);
    expect(await news()).toEqual([]);

    await addBegunLesson(database, request);
    const [begun] = await database.query<{ id: string }>(
      'select id from public.lessons where request_id = $1',
      [request],
    );
    for (const person of [student, teacher]) await tell(database, person, begun?.id ?? '', 'student_missed');
    expect(await news()).toMatchObject([{ student_facts: { lessons_held: 1, lessons_missed: 1 } }]);

    for (const rating of [5, 4, 3]) {
      const other = await taught();
      await evaluate(database, other.teacher, other.request, { rating });
    }
    await unseal(database);
    expect(await news()).toMatchObject([{ student_facts: { rating_average: 4, rating_count: 3 } }]);

    await database.query(`update public.students set is_public = true, slug = $2 where id = $1`, [
      student,
      `camila-${student.slice(0, 8)}a`,
    ]);
    expect(await news()).toMatchObject([{ student_facts: { slug: expect.any(String) } }]);
  });

  it('is gone with the account', async () => {
    const request = await ask(database, couple);
    await deleteAccount(database, student);
    expect(await factsFor(teacher, request)).toBeUndefined();
  });
});
