/** Replies to evaluations, changes after the first publication, and the lessons that an author had. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';
import { decide, list } from '../admin/admin-steps.ts';
import {
  agree,
  type Couple,
  createCouple,
  evaluate,
  inbox,
  lessonWorld,
  pullOwn,
  release,
  unseal,
} from './lesson-steps.ts';
import { report } from './mark-steps.ts';
import { addLesson } from './settled-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;

lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  request = await agree(database, couple);
});

interface Shown {
  id: string;
  rating: number;
  comment: string | null;
  reply: string | null;
  month: string;
  edited_month: string | null;
  first_rating: number | null;
  lessons: number | null;
  reply_until: string | null;
  reply_hidden: boolean | null;
  reply_is_earlier: boolean;
}
const received = async (person: string | null, of: string) =>
  (await callAs<{ evaluations: Shown[] }>(database, person, 'evaluations_of($1)', [of])).evaluations;
const shown = async (person: string | null = null) => (await received(person, teacher))[0];
const reply = (text: string | null, id: string, person = teacher) =>
  callAs(database, person, 'reply_to_evaluation($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({ evaluation_id: id, text }),
  ]);
const bothPublic = async () => {
  await evaluate(database, student, request, { rating: 5, comment: 'Ótima' });
  await evaluate(database, teacher, request, { rating: 2, comment: 'Faltou' });
  return (await shown())?.id ?? '';
};
const daysPass = (days: number) =>
  database.query(
    `update public.lesson_evaluations set replied_at = replied_at - make_interval(days => $1),
       edited_at = edited_at - make_interval(days => $1)`,
    [days],
  );

describe('a change of an evaluation', () => {
  it('is seen by nobody while it is sealed, and leaves no mark', async () => {
    await evaluate(database, student, request, { rating: 5 });
    await evaluate(database, student, request, { rating: 1 });
    await unseal(database);
    expect(await shown()).toMatchObject({ rating: 1, edited_month: null, first_rating: null });
  });

  it('after both are public shows its month and the first stars, also when it is changed again; the reply stays', async () => {
    const id = await bothPublic();
    await reply('Obrigada!', id);
    const { month } = (await shown()) as Shown;
    await evaluate(database, student, request, { rating: 1, comment: 'Péssima' });
    const marked = { edited_month: month, first_rating: 5, reply: 'Obrigada!', id };
    expect(await shown()).toMatchObject({ ...marked, rating: 1, comment: 'Péssima' });
    await evaluate(database, student, request, { rating: 2, comment: 'Ruim' });
    expect(await shown()).toMatchObject({ ...marked, rating: 2 });
    await evaluate(database, student, request, { rating: 5, comment: 'Ótima' });
    expect(await shown()).toMatchObject({ ...marked, rating: 5, first_rating: null });
    expect(
      await database.query(
        'select five_stars, one_star from public.user_evaluation_stats where user_id = $1',
        [teacher],
      ),
    ).toEqual([{ five_stars: 1, one_star: 0 }]);
  });

  it('opens the reply for 14 more days', async () => {
    const id = await bothPublic();
    await reply('Obrigada!', id);
    await daysPass(15);
    expect(await refusal(() => reply('De nada', id))).toMatchObject({ hint: 'reply_closed' });
    await evaluate(database, student, request, { rating: 1, comment: 'Péssima' });
    await reply('Que pena.', id);
    expect(await shown()).toMatchObject({ reply: 'Que pena.', reply_until: null });
    expect((await shown(teacher))?.reply_until).toMatch(/^\d{4}-\d\d-\d\d$/);
    await daysPass(15);
    expect(await refusal(() => reply('De novo', id))).toMatchObject({ hint: 'reply_closed' });
  });

  it('leaves it with its author’s name, whichever way the author takes; sealed, the name can still be hidden', async () => {
    await evaluate(database, student, request, { rating: 4, comment: 'Boa' });
    await evaluate(database, student, request, { rating: 5, comment: 'Ótima', is_anonymous: true });
    await bothPublic();
    const hide = () => evaluate(database, student, request, { rating: 1, is_anonymous: true });
    const patch = (change: string) =>
      database.as('authenticated', student, (tx) =>
        tx.query(`update public.lesson_evaluations set ${change} where evaluator_id = $1`, [student]),
      );
    expect(await refusal(hide)).toMatchObject({ code: 'PT409', hint: 'name_was_read' });
    for (const change of ['is_anonymous = true', 'is_anonymous = true, comment = null'])
      expect(await refusal(() => patch(change)), change).toMatchObject({ hint: 'name_was_read' });
    await evaluate(database, student, request, { rating: 1, comment: 'Péssima' });
    expect(await refusal(hide)).toMatchObject({ hint: 'name_was_read' });
    expect(await shown()).toMatchObject({
      rating: 1,
      first_rating: 5,
      is_anonymous: false,
      author_name: 'Camila Duarte',
    });
    // Nor while the team hides it.
    await database.query('update public.lesson_evaluations set hidden_at = now() where evaluator_id = $1', [
      student,
    ]);
    expect(await refusal(hide)).toMatchObject({ hint: 'name_was_read' });
  });

  it('of an anonymous author shows the first stars too, once the change is released; the present ones count', async () => {
    await evaluate(database, student, request, { rating: 5, comment: 'Ótima', is_anonymous: true });
    await release(database);
    expect(await shown()).toMatchObject({ rating: 5, first_rating: null, edited_month: null });
    await evaluate(database, student, request, { rating: 1, comment: 'Péssima', is_anonymous: true });
    expect(await shown()).toMatchObject({ rating: 5, first_rating: null, edited_month: null });
    await release(database);
    const mark = { rating: 1, first_rating: 5, edited_month: expect.any(String), author_name: null };
    expect(await shown()).toMatchObject(mark);
    expect(await shown(teacher)).toMatchObject({ ...mark, reply_is_earlier: false });
    expect(
      await database.query(
        'select average_rating::float as average, five_stars, one_star from public.user_evaluation_stats where user_id = $1',
        [teacher],
      ),
    ).toEqual([{ average: 1, five_stars: 0, one_star: 1 }]);
    // With the name from now on, and for good.
    await evaluate(database, student, request, { rating: 2, comment: 'Ruim' });
    expect(await shown()).toMatchObject({ rating: 2, first_rating: 5, author_name: 'Camila Duarte' });
    expect(
      await refusal(() => evaluate(database, student, request, { rating: 2, is_anonymous: true })),
    ).toMatchObject({ hint: 'name_was_read' });
  });

  it('keeps the first stars in the author’s own rows, and in both sides’ copies of their data', async () => {
    await evaluate(database, student, request, { rating: 5, comment: 'Ótima' });
    const own = async () => (await pullOwn(database, student, 'evaluations')).rows[0];
    expect(await own()).toMatchObject({ rating: 5, first_rating: null });
    await bothPublic();
    await evaluate(database, student, request, { rating: 1, comment: 'Péssima' });
    expect(await own()).toMatchObject({ rating: 1, first_rating: 5 });
    const copy = (person: string) =>
      callAs<{ evaluations_written: unknown[]; evaluations_received: unknown[] }>(
        database,
        person,
        'my_data()',
      );
    expect((await copy(student)).evaluations_written).toMatchObject([{ rating: 1, first_rating: 5 }]);
    expect((await copy(teacher)).evaluations_received).toMatchObject([{ rating: 1, first_rating: 5 }]);
  });

  it('is told to the evaluated person once a day, who answers again; the author hears of that, and nobody of a withdrawn text', async () => {
    const id = await bothPublic();
    await reply('Obrigada!', id);
    const told = async (person: string, kind: string) =>
      (await inbox(database, person)).filter((one) => one.kind === kind);
    expect(await shown()).toMatchObject({ reply: 'Obrigada!', reply_is_earlier: false });
    await evaluate(database, student, request, { rating: 5, comment: null });
    expect(await told(teacher, 'evaluation.changed')).toEqual([]);
    await evaluate(database, student, request, { rating: 1, comment: 'Péssima' });
    await evaluate(database, student, request, { rating: 2, comment: 'Ruim' });
    expect(await told(teacher, 'evaluation.changed')).toMatchObject([
      { title: 'Uma avaliação sobre você mudou', url: '/teacher/home' },
    ]);
    expect(await shown()).toMatchObject({ reply: 'Obrigada!', reply_is_earlier: true });
    await reply('Que pena. Vamos conversar?', id);
    await reply('Que pena. Vamos conversar!', id);
    expect(await shown()).toMatchObject({ reply: 'Que pena. Vamos conversar!', reply_is_earlier: false });
    expect(await told(student, 'evaluation.replied')).toHaveLength(2);
  });
});

describe('a reply', () => {
  it('is told to the author once, who pulls it; another person learns nothing', async () => {
    const id = await bothPublic();
    await reply('Obrigada!', id);
    await reply('Obrigada, Camila!', id);
    expect(
      (await inbox(database, student)).filter(({ kind }) => kind === 'evaluation.replied'),
    ).toMatchObject([{ url: `/student/evaluations/${request}` }]);
    expect((await pullOwn(database, student, 'evaluations')).rows).toMatchObject([
      { reply: 'Obrigada, Camila!', reply_id: id },
    ]);
    expect((await pullOwn(database, teacher, 'evaluations')).rows).toMatchObject([
      { reply: null, reply_id: null },
    ]);
  });

  it('is reported on its own: hiding it leaves the evaluation, and it comes back', async () => {
    const id = await bothPublic();
    const admin = await database.createUser({ role: 'admin' });
    expect(await refusal(() => report(database, student, { what: 'reply', target_id: id }))).toMatchObject({
      hint: 'target_unknown',
    });
    await reply('Você é terrível.', id);
    expect(await refusal(() => report(database, teacher, { what: 'reply', target_id: id }))).toMatchObject({
      hint: 'target_unknown',
    });
    await report(database, student, { what: 'reply', target_id: id });
    const { rows } = await list(database, admin, 'reports', { filter: { what: 'reply' } });
    expect(rows).toMatchObject([{ what: 'reply', target: { text: 'Você é terrível.', hidden_at: null } }]);

    await decide(database, admin, { what: 'reply', target_id: id, decision: 'remove', reason: 'Ofensa' });
    expect(await shown()).toMatchObject({ rating: 5, comment: 'Ótima', reply: null, reply_hidden: null });
    expect(await shown(teacher)).toMatchObject({ reply: 'Você é terrível.', reply_hidden: true });
    expect((await pullOwn(database, student, 'evaluations')).rows).toMatchObject([
      { reply: null, reply_id: null },
    ]);
    expect((await inbox(database, teacher)).map(({ title }) => title)).toContain('Sua resposta saiu do ar');
    expect((await inbox(database, student)).map(({ kind }) => kind)).toContain('report.decided');
    expect(await refusal(() => reply('Mais uma', id))).toMatchObject({ hint: 'reply_hidden' });
    await decide(database, admin, { what: 'reply', target_id: id, decision: 'keep' });
    expect(await shown()).toMatchObject({ reply: 'Você é terrível.' });
    await decide(database, admin, { what: 'reply', target_id: id, decision: 'remove' });
    await reply(null, id);
    expect(await shown(teacher)).toMatchObject({ reply: null });
  });

  it('by a student is reported by the teacher whose evaluation it answers', async () => {
    await bothPublic();
    const [about] = await received(student, student);
    await reply('Não faltei.', about?.id ?? '', student);
    expect(await received(teacher, student)).toEqual([]);
    const [row] = (await pullOwn(database, teacher, 'evaluations')).rows;
    expect(row).toMatchObject({ reply: 'Não faltei.' });
    await report(database, teacher, { what: 'reply', target_id: String(row?.reply_id) });
    const stranger = await createCouple(database);
    expect(
      await refusal(() =>
        report(database, stranger.teacher, { what: 'reply', target_id: String(row?.reply_id) }),
      ),
    ).toMatchObject({ hint: 'target_unknown' });
  });
});

describe('the lessons of an author', () => {
  it('are those held with the evaluated person when the evaluation was published, in steps', async () => {
    await addLesson(database, request, 'held', 12);
    await addLesson(database, request, 'missed');
    await bothPublic();
    expect(await shown()).toMatchObject({ lessons: 10 });
    await addLesson(database, request, 'held', 10);
    await evaluate(database, student, request, { rating: 4 });
    expect(await shown()).toMatchObject({ lessons: 10 });
  });

  it('are not shown without a lesson, nor of an anonymous author', async () => {
    await bothPublic();
    expect(await shown()).toMatchObject({ lessons: null });
    const other = await createCouple(database);
    const open = await agree(database, { ...couple, student: other.student });
    await addLesson(database, open, 'held', 3);
    await evaluate(database, other.student, open, { comment: 'Anônima', is_anonymous: true });
    await release(database);
    const all = await received(null, teacher);
    expect(all.find(({ comment }) => comment === 'Anônima')).toMatchObject({ lessons: null });
    await evaluate(database, other.student, open, { comment: 'Com nome' });
    expect((await received(null, teacher)).find(({ comment }) => comment === 'Com nome')).toMatchObject({
      lessons: 3,
    });
  });
});
