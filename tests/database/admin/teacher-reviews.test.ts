/** Reviews of teachers before they are shown: approval with what was looked at, and requests for a change. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';
import { inbox } from '../lessons/lesson-steps.ts';
import { list, setTeachers } from './admin-steps.ts';

let database: TestDatabase;
let admin: string;
let teacher: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.exec(
    `delete from app.rate_counts where true; delete from public.app_settings where key = 'rate_limits'`,
  );
  teacher = await database.createUser({ role: 'teacher', name: 'Nina Espera', isActive: false });
});

const ALL = ['city', 'contact', 'picture', 'styles', 'text'];
const WORDS = 'A foto está escura. Escolha outra em que dê para ver seu rosto.';

interface Answer {
  id: string;
  outcome: string;
  undo: { id: string; is_active: boolean; approved_at: string | null }[];
}

const review = (more: object = {}, person: string | null = admin, command: string = randomUUID()) =>
  callAs<Answer>(database, person, 'admin_review_teacher($1, $2::text::jsonb)', [
    command,
    JSON.stringify({
      id: randomUUID(),
      teacher_id: teacher,
      outcome: 'adjust',
      checked: ['text'],
      message: WORDS,
      ...more,
    }),
  ]);
const approve = (more: object = {}, person: string | null = admin, command: string = randomUUID()) =>
  review({ outcome: 'approved', checked: ALL, message: null, ...more }, person, command);
const update = (changes: object, person = teacher) =>
  callAs(database, person, 'update_profile($1, $2::text::jsonb, null)', [
    randomUUID(),
    JSON.stringify(changes),
  ]);
const own = async () =>
  (await callAs<{ rows: Record<string, unknown>[] }>(database, teacher, 'pull_profile()')).rows[0];
const listed = (filter: object) =>
  list(database, admin, 'teachers', { filter: { state: 'pending', search: 'nina', ...filter } }).then(
    ({ rows }) => rows.filter(({ id }) => id === teacher),
  );

describe('approving', () => {
  it('shows the teacher, notes what was looked at, by whom and when, and can be taken back', async () => {
    const { undo } = await approve();
    expect(
      await database.query('select from public.teacher_listings where id = $1 and not _deleted', [teacher]),
    ).toHaveLength(1);
    expect(await inbox(database, teacher)).toMatchObject([{ kind: 'teacher.approved' }]);
    const detail = await callAs<{ reviews: unknown[] }>(database, admin, 'admin_teacher($1)', [teacher]);
    expect(detail.reviews).toMatchObject([
      { outcome: 'approved', checked: ALL, message: null, checked_by: { id: admin, name: 'Equipe' } },
    ]);
    const [line] = await database.query(
      `select actor_id, after from public.audit_log where table_name = 'teacher_reviews' order by at desc limit 1`,
    );
    expect(line).toMatchObject({ actor_id: admin, after: { outcome: 'approved', checked: ALL } });
    expect(undo).toEqual([{ id: teacher, is_active: false, approved_at: null }]);
    await setTeachers(database, admin, undo);
    expect(await listed({})).toHaveLength(1);
  });

  it('counts once however often it arrives, with the same answer', async () => {
    const [command, id] = [randomUUID(), randomUUID()];
    const first = await approve({ id }, admin, command);
    expect(await approve({ id }, admin, command)).toEqual(first);
    expect(await inbox(database, teacher)).toHaveLength(1);
    expect(await refusal(() => approve({ id }))).toMatchObject({ code: 'PT409', hint: 'review_exists' });
    const [logged] = await database.query('select result from public.command_log where id = $1', [command]);
    expect(JSON.stringify(logged)).not.toContain(teacher);
  });
});

describe('asking for a change', () => {
  it('keeps the teacher pending and hidden, tells the inbox, and stands in the own profile', async () => {
    await review();
    expect(await inbox(database, teacher)).toMatchObject([
      { kind: 'teacher.adjustment', body: WORDS, url: '/teacher/profile' },
    ]);
    expect(await own()).toMatchObject({ adjustment: WORDS, is_active: false });
    expect((await own())?.adjusted_at ?? null).toBeNull();
    expect(await listed({ asked: false })).toEqual([]);
    expect(await listed({ asked: true })).toMatchObject([
      { state: 'pending', adjustment: { message: WORDS, adjusted_at: null } },
    ]);
  });

  it.each([
    ['a text', { bio: 'Aulas com calma.' }],
    ['the name', { name: 'Nina Espera Lima' }],
    ['the kind of lesson', { modalidades_aula: ['grupo'] }],
  ])(
    'is answered by a saved change of %s, which puts the teacher back into the queue',
    async (_, changes) => {
      await review();
      await update(changes);
      expect((await own())?.adjusted_at).toEqual(expect.any(String));
      expect(await listed({ asked: false })).toMatchObject([
        { adjustment: { adjusted_at: expect.any(String) } },
      ]);
    },
  );

  it('is answered by other styles', async () => {
    const [style] = await database.query<{ id: string }>(
      `select d.id from public.dance_styles d where d.active and not exists (
         select from public.teacher_dance_styles l where l.teacher_id = $1 and l.dance_style_id = d.id) limit 1`,
      [teacher],
    );
    await review();
    await update({ style_ids: [style?.id] });
    expect((await own())?.adjusted_at).toEqual(expect.any(String));
  });

  it('is not answered by saving nothing new, by a pause, by marking as read, or by others', async () => {
    await update({ bio: 'Aulas com calma.' });
    await review();
    await update({ bio: 'Aulas com calma.' });
    await update({ is_paused: true });
    await callAs(database, teacher, `set_notification_preferences(gen_random_uuid(), '{news}')`);
    await setTeachers(database, admin, [{ id: teacher, is_featured: true }]);
    const other = await database.createUser({ role: 'teacher', name: 'Outra' });
    await update({ bio: 'Outra' }, other);
    expect((await own())?.adjusted_at ?? null).toBeNull();
  });

  it('a second request stands in place of the first; an approval ends both', async () => {
    await review();
    await update({ bio: 'Aulas com calma.' });
    await review({ message: 'Falta o bairro.' });
    expect(await own()).toMatchObject({ adjustment: 'Falta o bairro.' });
    expect((await own())?.adjusted_at ?? null).toBeNull();
    await approve();
    expect((await own())?.adjustment ?? null).toBeNull();
    expect(await refusal(() => review())).toMatchObject({ code: 'PT409', hint: 'teacher_approved' });
  });

  it('happens ten times a day at most for one teacher; a repetition is not counted', async () => {
    await database.query(
      `insert into public.app_settings (key, value) values ('rate_limits', '{"adjustments_teacher_day": 2}')`,
    );
    const [command, id] = [randomUUID(), randomUUID()];
    await review({ id }, admin, command);
    await review({ id }, admin, command);
    await review();
    expect(await refusal(() => review())).toMatchObject({ code: 'PT429', hint: 'too_many' });
    expect(await inbox(database, teacher)).toHaveLength(2);
    expect(await refusal(() => approve())).toBeNull();
  });
});

it.each([
  [{ message: null }, 'teacher_reviews_asked'],
  [{ message: 'x'.repeat(601) }, 'teacher_reviews_message_check'],
  [{ checked: ['astrology'] }, 'teacher_reviews_checked_check'],
  [{ checked: 'picture' }, 'checked'],
  [{ outcome: 'maybe', message: null }, 'teacher_reviews_outcome_check'],
  [{ id: null }, 'id'],
  [{ role: 'admin' }, 'role'],
])('refuses %j', async (more, detail) => {
  expect(await refusal(() => review(more))).toMatchObject({ code: '22023', detail });
  expect(await inbox(database, teacher)).toEqual([]);
});

it('is for administrators, and about teachers', async () => {
  const student = await database.createUser({ role: 'student' });
  for (const person of [teacher, student])
    expect(await refusal(() => approve({}, person))).toMatchObject({ code: '42501', hint: 'admin_only' });
  for (const teacher_id of [student, admin, randomUUID()])
    expect(await refusal(() => approve({ teacher_id }))).toMatchObject({
      code: 'PT404',
      hint: 'teacher_unknown',
    });
});

it('the page is shown to the team as it would be, before anyone else can see it', async () => {
  await update({ bio: 'Aulas com calma.', neighborhood: 'Centro' });
  const detail = await callAs<{ page: Record<string, unknown> }>(database, admin, 'admin_teacher($1)', [
    teacher,
  ]);
  expect(detail.page).toMatchObject({ id: teacher, bio: 'Aulas com calma.', neighborhood: 'Centro' });
  expect(detail.page).not.toHaveProperty('is_active');
  const { rows } = await callAs<{ rows: { id: string }[] }>(database, null, 'pull_teachers()');
  expect(rows.map(({ id }) => id)).not.toContain(teacher);
});

it("stands in 'Meus dados' without the team's names, and goes with the account", async () => {
  await review();
  const held = await callAs<{ reviews: object[] }>(database, teacher, 'my_data()');
  expect(held.reviews).toMatchObject([{ message: WORDS, outcome: 'adjust' }]);
  expect(JSON.stringify(held)).not.toContain(admin);
  await database.query('delete from auth.users where id = $1', [teacher]);
  expect(await database.query('select from public.teacher_reviews where teacher_id = $1', [teacher])).toEqual(
    [],
  );
  const audits = await database.query(`select from app.audit_personal where person_id = $1`, [teacher]);
  expect(audits).toEqual([]);
});
