/** Demo students without a password, their lesson requests, and the evaluations in both directions. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Statements } from '../database.ts';
import { type AuthUserRow, NEWEST } from './accounts.ts';
import { type DemoAccount, type DemoTeacher, demoFolder } from './demo-data.ts';
import { nameUuid } from './name-uuid.ts';

const said = z.strictObject({
  rating: z.number().int().min(1).max(5),
  comment: z.string().max(1000).nullable(),
  anonymous: z.boolean(),
});
const demoLessons = z.strictObject({
  students: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      city: z.string(),
      styles: z.array(z.string()),
      /** Public page of a student who shows one. */
      page: z
        .strictObject({ bio: z.string().max(1000), interests: z.array(z.string()), since: z.number().int() })
        .optional(),
    }),
  ),
  requests: z.array(
    z.strictObject({
      /** Keys: of a student or an account, and of a teacher. */
      student: z.string(),
      teacher: z.string(),
      style: z.string(),
      status: z.enum(['Pendente', 'Aceito', 'Recusado', 'Cancelado']),
      /** Days before NEWEST. */
      age: z.number(),
      days: z.array(z.string()),
      times: z.array(z.string()),
      message: z.string().nullable(),
      reason: z.string().optional(),
      byStudent: said.optional(),
      byTeacher: said.optional(),
    }),
  ),
});
export type DemoLessons = z.infer<typeof demoLessons>;

export async function readDemoLessons(): Promise<DemoLessons> {
  return demoLessons.parse(JSON.parse(await readFile(new URL('lessons.json', demoFolder), 'utf8')));
}

const idOf = (key: string) => nameUuid(`demo:${key}`);
const before = (days: number) => new Date(Date.parse(NEWEST) - days * 86_400_000).toISOString();
/** Before every request. */
const JOINED = before(120);

export const lessonUsers = ({ students }: DemoLessons): AuthUserRow[] =>
  students.map(({ key, name }) => ({
    id: idOf(key),
    email: `${key}@demo.danceflix.test`,
    name,
    password: null,
    created_at: JOINED,
  }));

/**
 * The teacher's stars without those that putLessons adds: the database counts each inserted evaluation, and the sums
 * must reach the totals of teachers.json. Throws when there are more evaluations than the totals contain.
 */
export function starsBefore(teacher: DemoTeacher, { requests }: DemoLessons): DemoTeacher['stars'] {
  const given = requests.flatMap((request) =>
    request.teacher === teacher.key && request.byStudent ? [request.byStudent.rating] : [],
  );
  if (given.length === 0) return teacher.stars;
  const [five, four, three, two, one] = teacher.stars ?? [0, 0, 0, 0, 0];
  const left = (stars: number, rating: number) => {
    const rest = stars - given.filter((each) => each === rating).length;
    if (rest < 0)
      throw new Error(`${teacher.key}: more evaluations with ${rating} stars than the total says`);
    return rest;
  };
  return [left(five, 5), left(four, 4), left(three, 3), left(two, 2), left(one, 1)];
}

export async function putLessons(
  tx: Statements,
  { students, requests }: DemoLessons,
  accounts: readonly DemoAccount[],
): Promise<void> {
  for (const { key, name, city, styles, page } of students) {
    await tx.query(
      `insert into public.user_profiles (id, name, email, role, city_id, created_at)
       values ($1, $2, $3, 'student', (select c.id from public.cities c where c.name = $4), $5)`,
      [idOf(key), name, `${key}@demo.danceflix.test`, city, JOINED],
    );
    await tx.query('insert into public.students (id, created_at) values ($1, $2)', [idOf(key), JOINED]);
    await tx.query(
      `insert into public.student_dance_styles (student_id, dance_style_id)
       select $1, s.id from public.dance_styles s
       where s.name in (select jsonb_array_elements_text($2::text::jsonb))`,
      [idOf(key), JSON.stringify(styles)],
    );
    if (!page) continue;
    await tx.query('select app.give_student_slug($1, $2)', [idOf(key), name]);
    await tx.query(
      `update public.students set is_public = true, bio = $2, dancing_since = $3,
         interests = array(select jsonb_array_elements_text($4::text::jsonb)) where id = $1`,
      [idOf(key), page.bio, page.since, JSON.stringify(page.interests)],
    );
  }
  const known = new Set([...students, ...accounts].map(({ key }) => key));
  for (const request of requests) {
    if (!known.has(request.student)) throw new Error(`no demo student has the key ${request.student}`);
    await putRequest(tx, request);
  }
  // Demo evaluations are months old, so none is still withheld.
  await tx.query(`select app.release_evaluations(now() + interval '100 years')`);
  await tx.query('select app.renew_response_facts(now())');
}

/** Moves a request through the states that the database allows, each with its date. */
async function putRequest(tx: Statements, request: DemoLessons['requests'][number]): Promise<void> {
  const { student, teacher, style, status, age } = request;
  const id = nameUuid(`demo:request:${student}:${teacher}:${style}`);
  const [row] = await tx.query(
    `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times,
       message, request_date)
     select $1, $2, l.teacher_id, l.dance_style_id, array(select jsonb_array_elements_text($5::text::jsonb)),
       array(select jsonb_array_elements_text($6::text::jsonb)), $7, $8
     from public.teacher_dance_styles l join public.dance_styles s on s.id = l.dance_style_id
     where l.teacher_id = $3 and s.name = $4 returning id`,
    [
      id,
      idOf(student),
      idOf(teacher),
      style,
      JSON.stringify(request.days),
      JSON.stringify(request.times),
      request.message,
      before(age),
    ],
  );
  if (!row) throw new Error(`${teacher} does not teach ${style}`);
  if (status === 'Pendente') {
    // As timed work leaves it: otherwise the demo's inboxes would change by the hour at which it is started.
    await tx.query('update public.lesson_requests set nudged_at = $2, unanswered_at = $3 where id = $1', [
      id,
      before(age - 2),
      before(age - 5),
    ]);
  } else {
    const ended = status === 'Cancelado';
    await tx.query(
      `update public.lesson_requests set status = $2, reason = $3, cancelled_by = $4, answered_at = $5,
         cancelled_at = $6 where id = $1`,
      [
        id,
        status,
        request.reason ?? null,
        ended ? 'student' : null,
        ended ? null : before(age - 0.5),
        ended ? before(age - 0.5) : null,
      ],
    );
  }
  for (const [by, of, written] of [
    [student, teacher, request.byStudent],
    [teacher, student, request.byTeacher],
  ] as const) {
    if (!written) continue;
    await tx.query(
      `insert into public.lesson_evaluations (id, lesson_request_id, evaluator_id, evaluated_id, rating, comment,
         is_anonymous, created_at, updated_at, public_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
      [
        nameUuid(`demo:evaluation:${id}:${by}`),
        id,
        idOf(by),
        idOf(of),
        written.rating,
        written.comment,
        written.anonymous,
        before(age * 0.8),
        nameUuid(`demo:public evaluation:${id}:${by}`),
      ],
    );
  }
}
