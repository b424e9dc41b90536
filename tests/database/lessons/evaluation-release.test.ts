/** The moment at which an anonymous evaluation becomes public must not tell who wrote it. */
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount, refusal } from '../accounts/account-steps.ts';
import {
  addStudents,
  agree,
  type Couple,
  createCouple,
  evaluate,
  lessonWorld,
  release,
} from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;

lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  request = await agree(database, couple);
});

interface Seen {
  listed: number;
  texts: (string | null)[];
}
/** Everything that the teacher, or a visitor, can find out. */
async function seenBy(person: string | null): Promise<Seen> {
  const page = await callAs<{ evaluations: { comment: string | null }[]; total_count: number }>(
    database,
    person,
    'evaluations_of($1)',
    [teacher],
  );
  const [row] = await database.query<{ count: number; total: number | null }>(
    `select l.rating_count as count, (select s.total_evaluations from public.user_evaluation_stats s where s.user_id = l.id) as total
     from public.teacher_listings l where l.id = $1`,
    [teacher],
  );
  expect([page.total_count, row?.total ?? 0]).toEqual([row?.count, row?.count]);
  return { listed: row?.count ?? -1, texts: page.evaluations.map(({ comment }) => comment).sort() };
}
const NOTHING = { listed: 0, texts: [] };

/** Backdates the evaluation. */
const writtenAt = (person: string, at: string) =>
  database.transaction(async (tx) => {
    await tx.exec('alter table public.lesson_evaluations disable trigger user');
    await tx.query('update public.lesson_evaluations set updated_at = $2 where evaluator_id = $1', [
      person,
      at,
    ]);
    await tx.exec('alter table public.lesson_evaluations enable trigger user');
  });
const anonymous = (comment: string, rating = 5) => ({ comment, rating, is_anonymous: true });

describe('an anonymous evaluation', () => {
  it('of a teacher with one student is nowhere at first, and public alone once its month is over', async () => {
    await evaluate(database, student, request, anonymous('Sozinha'));
    for (const person of [null, teacher]) expect(await seenBy(person)).toEqual(NOTHING);
    await database.query('select public.tidy_up()');
    expect(await seenBy(teacher)).toEqual(NOTHING);
    const [month] = await database.query<{ last: string; next: string }>(
      `select (date_trunc('month', now() at time zone 'America/Sao_Paulo') + interval '1 month - 1 second')
          at time zone 'America/Sao_Paulo' as last,
        (date_trunc('month', now() at time zone 'America/Sao_Paulo') + interval '1 month 15 days')
          at time zone 'America/Sao_Paulo' as next`,
    );
    expect(await release(database, month?.last)).toBe(0);
    expect(await release(database, month?.next)).toBe(1);
    expect(await seenBy(null)).toEqual({ listed: 1, texts: ['Sozinha'] });
    expect(await release(database)).toBe(0);
  });

  it('appears together with another one in the nightly clean-up, not in the minute in which that was written', async () => {
    const [other] = await addStudents(database, couple, 1);
    if (!other) throw new Error('nobody');
    await evaluate(database, student, request, anonymous('Primeira', 4));
    await evaluate(database, other.person, other.request, anonymous('Segunda', 2));
    await writtenAt(student, '2031-05-14 10:00-03');
    await writtenAt(other.person, '2031-05-15 11:00-03');
    expect(await release(database, '2031-05-15 23:59-03')).toBe(0);
    expect(await seenBy(teacher)).toEqual(NOTHING);
    expect(await release(database, '2031-05-16 00:01-03')).toBe(2);
    expect(await seenBy(teacher)).toEqual({ listed: 2, texts: ['Primeira', 'Segunda'] });
  });

  it('two by one person, about two requests, do not hide each other', async () => {
    const zouk = { ...couple };
    const [style] = await database.query<{ id: string }>(
      `select id from public.dance_styles where name = 'Zouk'`,
    );
    zouk.style = style?.id ?? '';
    await database.query('insert into public.teacher_dance_styles values ($1, $2)', [teacher, zouk.style]);
    const second = await agree(database, zouk);
    await evaluate(database, student, request, anonymous('Uma'));
    await evaluate(database, student, second, anonymous('Duas'));
    await writtenAt(student, '2031-05-14 10:00-03');
    expect(await release(database, '2031-05-31 23:59-03')).toBe(0);
    expect(await seenBy(teacher)).toEqual(NOTHING);
  });

  it('appears alone in the next nightly clean-up if at least three people may have written it; a named author does not count', async () => {
    const [first, second] = await addStudents(database, couple, 2);
    if (!first || !second) throw new Error('nobody');
    await evaluate(database, first.person, first.request, { comment: 'Com nome' });
    await evaluate(database, student, request, anonymous('Entre duas'));
    await writtenAt(student, '2031-05-14 10:00-03');
    expect(await release(database, '2031-05-15 00:01-03')).toBe(1);
    expect(await seenBy(teacher)).toEqual({ listed: 1, texts: ['Com nome'] });
    await addStudents(database, couple, 1);
    expect(await release(database, '2031-05-15 00:01-03')).toBe(1);
    await evaluate(database, second.person, second.request, anonymous('Entre três'));
    await writtenAt(second.person, '2031-05-15 10:00-03');
    expect(await release(database, '2031-05-15 23:59-03')).toBe(0);
    expect(await seenBy(teacher)).toEqual({ listed: 2, texts: ['Com nome', 'Entre duas'] });
    expect(await release(database, '2031-05-16 00:01-03')).toBe(1);
    expect((await seenBy(teacher)).texts).toEqual(['Com nome', 'Entre duas', 'Entre três']);
  });

  it('is published, counted and notified for all people in one transaction that belongs to no author', async () => {
    const [other] = await addStudents(database, couple, 1);
    if (!other) throw new Error('nobody');
    const second = await createCouple(database);
    const open = await agree(database, second);
    const saved = [
      await evaluate(database, student, request, anonymous('Uma')),
      await evaluate(database, other.person, other.request, anonymous('Outra')),
      await evaluate(database, second.student, open, anonymous('De outra professora')),
    ];
    await release(database);
    const rows = await database.query<{ xid: number }>(
      `select distinct x.xid from (
         select l._xid as xid from public.teacher_listings l where l.id in ($1, $2)
         union all select n._xid from public.notifications n where n.user_id in ($1, $2) and n.kind = 'evaluation.received'
       ) x`,
      [teacher, second.teacher],
    );
    expect(rows).toHaveLength(1);
    expect(saved.map(({ version }) => version)).not.toContain(rows[0]?.xid);
    expect(
      await database.query(
        `select count(distinct created_at)::int as times, count(*)::int as told from public.notifications
         where user_id in ($1, $2) and kind = 'evaluation.received'`,
        [teacher, second.teacher],
      ),
    ).toEqual([{ times: 1, told: 3 }]);
  });

  it('that is changed shows its former version until the change may be known; removed text goes at once', async () => {
    await evaluate(database, student, request, anonymous('Antes', 5));
    await release(database);
    await evaluate(database, student, request, anonymous('Depois', 1));
    expect(await seenBy(teacher)).toEqual({ listed: 1, texts: ['Antes'] });
    const stars = () =>
      database.query('select five_stars, one_star from public.user_evaluation_stats where user_id = $1', [
        teacher,
      ]);
    expect(await stars()).toEqual([{ five_stars: 1, one_star: 0 }]);
    await release(database);
    expect(await seenBy(teacher)).toEqual({ listed: 1, texts: ['Depois'] });
    expect(await stars()).toEqual([{ five_stars: 0, one_star: 1 }]);
    await evaluate(database, student, request, { ...anonymous('', 1), comment: null });
    expect((await seenBy(teacher)).texts).toEqual([null]);
  });

  it('gets its name at once, and keeps it', async () => {
    await evaluate(database, student, request, anonymous('Com coragem'));
    await release(database);
    expect(await seenBy(null)).toEqual({ listed: 1, texts: ['Com coragem'] });
    await evaluate(database, student, request, { comment: 'Com nome' });
    expect(await seenBy(null)).toEqual({ listed: 1, texts: ['Com nome'] });
    expect(await refusal(() => evaluate(database, student, request, anonymous('Sem coragem')))).toMatchObject(
      { hint: 'name_was_read' },
    );
    expect(await seenBy(null)).toEqual({ listed: 1, texts: ['Com nome'] });
  });

  it('keeps its text when its author leaves, and loses it in the nightly clean-up once that month is over', async () => {
    const others = await addStudents(database, couple, 2);
    await evaluate(database, student, request, anonymous('Quem será', 4));
    for (const { person, request: open } of others)
      await evaluate(database, person, open, anonymous('Outra', 4));
    await release(database);
    const page = (person: string | null) => callAs(database, person, 'evaluations_of($1)', [teacher]);
    const before = [await page(null), await page(teacher), await seenBy(null)];
    await deleteAccount(database, student);
    expect([await page(null), await page(teacher), await seenBy(null)]).toEqual(before);
    await writtenAt(student, '2031-05-14 10:00-03');
    expect(await release(database, '2031-05-31 23:59-03')).toBe(0);
    expect(await page(teacher)).toEqual(before[1]);
    expect(await release(database, '2031-06-01 00:01-03')).toBe(1);
    expect(await seenBy(teacher)).toEqual({ listed: 3, texts: ['Outra', 'Outra', null] });
    expect(await release(database)).toBe(0);
  });

  it('with a waiting change, whose author leaves: the former version until the month is over, then the new stars', async () => {
    await evaluate(database, student, request, anonymous('Antes', 5));
    await release(database);
    await evaluate(database, student, request, anonymous('Depois', 1));
    await deleteAccount(database, student);
    await writtenAt(student, '2031-05-14 10:00-03');
    expect(await release(database, '2031-05-31 23:59-03')).toBe(0);
    expect(await seenBy(teacher)).toEqual({ listed: 1, texts: ['Antes'] });
    expect(await release(database, '2031-06-01 00:01-03')).toBe(1);
    expect(await seenBy(teacher)).toEqual({ listed: 1, texts: [null] });
    expect(
      await database.query(
        'select five_stars, one_star from public.user_evaluation_stats where user_id = $1',
        [teacher],
      ),
    ).toEqual([{ five_stars: 0, one_star: 1 }]);
  });

  it('whose author has left does not hide one that waits', async () => {
    const [other] = await addStudents(database, couple, 1);
    if (!other) throw new Error('nobody');
    await evaluate(database, student, request, anonymous('Já se vê'));
    await release(database);
    await deleteAccount(database, student);
    await evaluate(database, other.person, other.request, anonymous('Espera'));
    for (const person of [student, other.person]) await writtenAt(person, '2031-05-14 10:00-03');
    expect(await release(database, '2031-05-31 23:59-03')).toBe(0);
    expect(await seenBy(teacher)).toEqual({ listed: 1, texts: ['Já se vê'] });
  });

  it('whose author has left is deleted with its text when the other person leaves too', async () => {
    await evaluate(database, student, request, anonymous('Sobre quem sai'));
    await release(database);
    await deleteAccount(database, student);
    await deleteAccount(database, teacher);
    expect(
      await database.query(
        'select comment, public_comment from public.lesson_evaluations where evaluator_id = $1',
        [student],
      ),
    ).toEqual([{ comment: null, public_comment: null }]);
  });

  it('whose author has left counts with its stars when its time comes; nothing appears about a teacher who has left', async () => {
    await evaluate(database, student, request, anonymous('Vou embora', 3));
    await deleteAccount(database, student);
    expect(await seenBy(null)).toEqual(NOTHING);
    await release(database);
    expect(await seenBy(null)).toEqual({ listed: 1, texts: [null] });

    const other = await createCouple(database);
    await evaluate(database, other.student, await agree(database, other), anonymous('Tarde demais'));
    await deleteAccount(database, other.teacher);
    await release(database);
    expect(
      await database.query('select from public.user_evaluation_stats where user_id = $1', [other.teacher]),
    ).toEqual([]);
  });

  it('of a student is held back in the same way', async () => {
    await evaluate(database, teacher, request, anonymous('Só dou aula a ela'));
    expect(await callAs(database, student, 'evaluations_of($1)', [student])).toMatchObject({
      total_count: 0,
    });
    await release(database);
    expect(await callAs(database, student, 'evaluations_of($1)', [student])).toMatchObject({
      total_count: 1,
    });
  });
});
