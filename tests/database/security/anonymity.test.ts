/** Public evaluations, and attempts to find out the author of an anonymous one. */
import { describe, expect, it } from 'vitest';
import { hearBroadcasts } from '../../support/broadcasts.ts';
import { sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount } from '../accounts/account-steps.ts';
import {
  agree,
  type Couple,
  createCouple,
  evaluate,
  lessonWorld,
  pullOwn,
  release,
  unseal,
} from '../lessons/lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;

lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  request = await agree(database, couple);
});

type Row = Record<string, unknown> & { id: string };
interface Listed {
  evaluations: Row[];
  total_count: number;
  total_pages: number;
}
const shown = (person: string | null, where = 'true') =>
  database.as(person === null ? 'anon' : 'authenticated', person, (tx) =>
    tx.query<Row>(`select * from public.public_evaluations where evaluated_id = $1 and ${where}`, [teacher]),
  );
const page = (person: string | null, whose: string, number = 1, size = 10) =>
  callAs<Listed>(database, person, 'evaluations_of($1, $2, $3)', [whose, number, size]);
const month = () =>
  database
    .query<{ month: string }>(
      `select date_trunc('month', now() at time zone 'America/Sao_Paulo')::date::text as month`,
    )
    .then(([row]) => row?.month);

describe('public evaluations', () => {
  // «de uma anônima, só a equipe vê quem escreveu.»
  it('[T037] visitors read the evaluations of an active teacher, an anonymous one without its author', async () => {
    await evaluate(database, student, request, { rating: 4, comment: 'Muito boa', is_anonymous: true });
    const second = await createCouple(database);
    const open = await agree(database, { ...couple, student: second.student });
    await evaluate(database, second.student, open, { rating: 5, comment: 'Adorei' });
    await release(database);
    const rows = await shown(null);
    expect(rows).toHaveLength(2);
    const [anonymous, named] = [rows.find((r) => r.is_anonymous), rows.find((r) => !r.is_anonymous)];
    expect(anonymous).toMatchObject({
      rating: 4,
      comment: 'Muito boa',
      author_name: null,
      author_image_url: null,
      lesson_request_id: null,
    });
    expect(named).toMatchObject({ rating: 5, comment: 'Adorei', author_name: 'Camila Duarte' });
    // Only the evaluated person is told the request.
    expect(named?.lesson_request_id).toBeNull();
    expect((await shown(teacher)).find((r) => !r.is_anonymous)?.lesson_request_id).toBe(open);
  });

  it.each([
    ['not approved', 'update public.teachers set is_active = false where id = $1'],
    ['pausing', 'update public.teachers set is_paused = true where id = $1'],
  ])('show nothing of a teacher who is %s, except to the teacher and admins', async (_state, sql) => {
    await evaluate(database, student, request);
    await unseal(database);
    await database.query(sql, [teacher]);
    const admin = await database.createUser({ role: 'admin' });
    expect(await shown(null)).toEqual([]);
    expect(await shown(student)).toEqual([]);
    expect(await shown(teacher)).toHaveLength(1);
    expect(await shown(admin)).toHaveLength(1);
    expect(await page(null, teacher)).toEqual({ evaluations: [], total_count: 0, total_pages: 0 });
  });

  it('by teachers about students are shown to those students alone', async () => {
    await evaluate(database, teacher, request, { rating: 3, comment: 'Pontual' });
    expect(await page(student, student)).toMatchObject({ total_count: 0 });
    await unseal(database);
    expect(await page(null, student)).toMatchObject({ total_count: 0 });
    expect(await page(teacher, student)).toMatchObject({ total_count: 0 });
    expect(await page(student, student)).toMatchObject({
      total_count: 1,
      evaluations: [{ rating: 3, author_name: 'Marina Couto', lesson_request_id: request }],
    });
  });

  it('come in pages, each once, with any page number', async () => {
    for (const rating of [1, 2, 3, 4, 5]) {
      const other = await createCouple(database);
      const open = await agree(database, { ...couple, student: other.student });
      await evaluate(database, other.student, open, { rating, is_anonymous: rating % 2 === 0 });
    }
    await release(database);
    const pages = [
      await page(null, teacher, 1, 2),
      await page(null, teacher, 2, 2),
      await page(null, teacher, 3, 2),
    ];
    expect(pages.map(({ total_count, total_pages }) => [total_count, total_pages])).toEqual(
      Array.from({ length: 3 }, () => [5, 3]),
    );
    const all = pages.flatMap(({ evaluations }) => evaluations);
    expect(all.map((row) => row.rating).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(all.map((row) => row.id)).size).toBe(5);
    for (const [number, size] of [
      [0, 2],
      [-5, 2],
      [1, 0],
      [2_000_000_000, 2_000_000_000],
    ] as const) {
      expect(await page(null, teacher, number, size)).toMatchObject({ total_count: 5 });
    }
  });
});

describe('the author of an anonymous evaluation', () => {
  it('is in no column that other people can read', async () => {
    const made = await evaluate(database, student, request, { comment: 'Sem nome', is_anonymous: true });
    await release(database);
    const secrets = [student, request, made.evaluation_id, 'Camila', String(made.version)];
    const now = await month();
    for (const person of [null, teacher, (await createCouple(database)).teacher]) {
      const [row] = await shown(person);
      const text = JSON.stringify(row);
      for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false]);
      expect(Object.keys(row ?? {}).sort()).toEqual([
        'author_image_url',
        'author_name',
        'comment',
        'edited_month',
        'evaluated_id',
        'first_rating',
        'id',
        'is_anonymous',
        'lesson_request_id',
        'lessons',
        'month',
        'rating',
        'reply',
        'reply_hidden',
        'reply_is_earlier',
        'reply_until',
      ]);
      expect(text).toContain(now);
      expect(text).not.toMatch(/\d{2}:\d{2}/);
      expect(JSON.stringify(await page(person, teacher))).not.toContain(student);
    }
  });

  it('is not found in the base table, which only the author reads', async () => {
    await evaluate(database, student, request, { is_anonymous: true });
    const base = (person: string | null) =>
      database.as(person === null ? 'anon' : 'authenticated', person, (tx) =>
        tx.query('select id from public.lesson_evaluations where evaluated_id = $1', [teacher]),
      );
    expect(await base(teacher)).toEqual([]);
    expect(await base((await createCouple(database)).student)).toEqual([]);
    expect(await sqlState(() => base(null))).toBe('42501');
    expect(await base(student)).toHaveLength(1);
  });

  it.each(['xmin', 'ctid', 'tableoid', 'cmin'])(
    'is not revealed by the system column %s, which tells when a row was written',
    async (column) => {
      await evaluate(database, student, request, { is_anonymous: true });
      expect(
        await sqlState(() =>
          database.as('authenticated', teacher, (tx) =>
            tx.query(`select ${column} from public.public_evaluations`),
          ),
        ),
      ).toBe('42703');
    },
  );

  it('is not found by filtering: on hidden columns, or on visible empty ones', async () => {
    await evaluate(database, student, request, { is_anonymous: true });
    await release(database);
    expect(await shown(teacher)).toHaveLength(1);
    for (const filter of [
      `author_name = 'Camila Duarte'`,
      `lesson_request_id = '${request}'`,
      'author_name is not null',
    ]) {
      expect(await shown(teacher, filter)).toEqual([]);
    }
    for (const column of ['evaluator_id', 'created_at', 'updated_at', '_xid', 'public_id']) {
      expect(await sqlState(() => shown(teacher, `${column} is not null`))).toBe('42703');
    }
    // A condition with a side effect sees no row that the view hides.
    const other = await createCouple(database);
    const open = await agree(database, other);
    await evaluate(database, other.student, open, { comment: 'não é número' });
    await database.query('update public.teachers set is_paused = true where id = $1', [other.teacher]);
    expect(
      await sqlState(() =>
        database.as('anon', null, (tx) =>
          tx.query(
            `select id from public.public_evaluations where comment::numeric > 0 and evaluated_id = '${other.teacher}'`,
          ),
        ),
      ),
    ).toBeNull();
  });

  it('is not revealed by the order of rows: it is that of random ids', async () => {
    const order: string[] = [];
    for (let n = 0; n < 8; n++) {
      const other = await createCouple(database);
      const open = await agree(database, { ...couple, student: other.student });
      await evaluate(database, other.student, open, { comment: `Texto ${n}`, is_anonymous: true });
      order.push(`Texto ${n}`);
    }
    await release(database);
    const rows = await shown(null);
    expect(rows.map((row) => row.id)).toEqual(rows.map((row) => row.id).sort());
    const listed = (await page(null, teacher, 1, 100)).evaluations;
    expect(listed.map((row) => row.id)).toEqual(listed.map((row) => row.id).sort());
    expect(listed.map((row) => row.comment).sort()).toEqual(order);
    // UUID version 4: the id does not contain the time.
    for (const { id } of rows) expect(id).toMatch(/^.{14}4/);
  });

  it('is not revealed by another version of something that the evaluated person holds', async () => {
    const before = await pullOwn(database, teacher, 'lesson_requests');
    const [heard, inbox] = [await hearBroadcasts(database), await pullInbox()];
    await evaluate(database, student, request, { is_anonymous: true });
    // Only the author's own phones get a hint, and no listing changes: the evaluation waits.
    expect(await heard()).toMatchObject([{ topic: `user:${student}`, event: 'evaluations' }]);
    expect((await pullOwn(database, teacher, 'lesson_requests', before.checkpoint)).rows).toEqual([]);
    expect(await pullInbox()).toEqual(inbox);
  });

  it('is in no table whose changes Realtime streams', async () => {
    expect(
      await database.query(
        `select tablename from pg_publication_tables where schemaname = 'public'
         and tablename in ('lesson_evaluations', 'lesson_requests', 'lesson_request_versions', 'user_evaluation_stats')`,
      ),
    ).toEqual([]);
  });

  it('whose account is removed cannot be traced by the id under which the name was public', async () => {
    await evaluate(database, student, request, { comment: 'Com nome' });
    await unseal(database);
    const [named] = await shown(null);
    await evaluate(database, student, request, { comment: 'Com nome e mais' });
    expect((await shown(null))[0]?.id).toBe(named?.id);
    await deleteAccount(database, student);
    const [anonymous] = await shown(null);
    expect(anonymous).toMatchObject({ author_name: null, comment: null });
    expect(anonymous?.id).not.toBe(named?.id);
  });

  it('is missing in the evaluated person’s own data, too', async () => {
    await evaluate(database, student, request, { comment: 'Sem nome', is_anonymous: true });
    await release(database);
    const data = await callAs<{ evaluations_received: Row[] }>(database, teacher, 'my_data()');
    expect(data.evaluations_received).toMatchObject([{ comment: 'Sem nome', author_name: null }]);
    expect(JSON.stringify(data.evaluations_received)).not.toContain(student);
  });

  const pullInbox = () =>
    database.query('select id from public.notifications where user_id = $1 order by id', [teacher]);
});
