/** A student's summary, which comes with the request to the teacher who was asked. */
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { deleteAccount } from '../accounts/account-steps.ts';
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
  unseal,
} from './lesson-steps.ts';
import { addLesson, settle } from './settled-steps.ts';

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

  it('is gone with the account', async () => {
    const request = await ask(database, couple);
    await deleteAccount(database, student);
    expect(await factsFor(teacher, request)).toBeUndefined();
  });
});
