/** The team writes to both people of a report; neither learns of the other, and a visitor reads it with the code. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import { type Couple, create, createCouple, draft, inbox } from '../lessons/lesson-steps.ts';
import { report } from '../lessons/mark-steps.ts';
import { auditOf, list } from './admin-steps.ts';

let database: TestDatabase;
let admin: string;
let couple: Couple;
let reporter: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Úrsula da Equipe' });
});
afterAll(() => database.close());
beforeEach(async () => {
  couple = await createCouple(database);
  reporter = await database.createUser({ role: 'student', name: 'Quem Denuncia' });
});

const write = (letter: object, command = randomUUID(), person: string | null = admin) =>
  callAs<{ letter_id: string }>(database, person, 'admin_write_about_report($1, $2::text::jsonb)', [
    command,
    JSON.stringify(letter),
  ]);
const letters = async (person: string) =>
  (await inbox(database, person)).filter(({ kind }) => kind === 'team.letter');
const pushesTo = (person: string) =>
  count(
    database,
    `public.push_queue q join public.notifications n on n.id = q.notification_id
      where q.user_id = $1 and n.kind = 'team.letter'`,
    [person],
  );

it('both are written to, in inbox and push, once for each command; the queue shows it and the audit keeps it', async () => {
  await database.query(
    `insert into public.pwa_subscriptions (user_id, fcm_token, endpoint)
     select p, repeat('f', 100) || p, 'https://push.example.com/' || p from unnest($1::uuid[]) p`,
    [[reporter, couple.teacher]],
  );
  const { report_id } = await report(database, reporter, { target_id: couple.teacher, reason: 'fake' });
  const command = randomUUID();
  const thanks = { report_id, recipient: 'reporter', text: '  Obrigada. Pode mandar os prints?  ' };
  const first = await write(thanks, command);
  expect(await write(thanks, command)).toEqual(first);
  await write({ report_id, recipient: 'reported', text: 'Confirme por favor o nome do seu estúdio.' });
  expect(await letters(reporter)).toMatchObject([
    { title: 'A equipe escreveu sobre a sua denúncia', body: 'Obrigada. Pode mandar os prints?' },
  ]);
  const told = await letters(couple.teacher);
  expect(told).toMatchObject([
    { title: 'Mensagem da equipe do Danceflix', body: 'Confirme por favor o nome do seu estúdio.' },
  ]);
  expect([await pushesTo(reporter), await pushesTo(couple.teacher)]).toEqual([1, 1]);
  const { rows } = await list(database, admin, 'reports', { filter: { target_id: couple.teacher } });
  expect(rows).toMatchObject([
    {
      letters: [
        { recipient: 'reporter', text: 'Obrigada. Pode mandar os prints?', written_by: { id: admin } },
        { recipient: 'reported' },
      ],
    },
  ]);
  expect(await auditOf(database, admin, first.letter_id)).toMatchObject([
    { actor: { id: admin }, table_name: 'report_letters', after: { recipient: 'reporter', report_id } },
  ]);

  // The reported person's own data: the words, and no sign of a report.
  const own = JSON.stringify(await callAs(database, couple.teacher, 'my_data()'));
  expect(own).toContain('Confirme por favor');
  for (const tell of [report_id, reporter, 'report_letters', 'Quem Denuncia', admin, 'reported'])
    expect(own.includes(tell), tell).toBe(false);
  expect(JSON.stringify(await callAs(database, reporter, 'my_data()'))).toContain('Pode mandar os prints?');
  expect(
    await database.as('authenticated', couple.teacher, (tx) =>
      tx.query('select text from public.report_letters'),
    ),
  ).toEqual([]);

  await database.query('delete from auth.users where id = $1', [couple.teacher]);
  expect(await count(database, 'public.report_letters where person_id = $1', [couple.teacher])).toBe(0);
});

it('the person of a private report is the other one of the two', async () => {
  const { request_id } = await create(
    database,
    couple.student,
    draft(couple, { message: 'Manda uma foto.' }),
  );
  const { report_id } = await report(database, couple.teacher, {
    what: 'message',
    target_id: request_id,
    reason: 'unsafe',
  });
  await write({ report_id, recipient: 'reported', text: 'Leia as nossas regras de convivência.' });
  expect(await letters(couple.student)).toHaveLength(1);
  expect(await letters(couple.teacher)).toEqual([]);
});

it('a visitor reads the answer with the code, and nobody else’s', async () => {
  const codes = ['AAAABBBBCCCC', 'DDDDEEEEFFFF'];
  const [first] = await Promise.all(
    codes.map(async (code) => {
      const id = randomUUID();
      await callAs(database, null, 'report_as_visitor($1, $2::text::jsonb)', [
        randomUUID(),
        JSON.stringify({ id, what: 'profile', target_id: couple.teacher, reason: 'fake', code }),
      ]);
      return id;
    }),
  );
  await write({ report_id: first, recipient: 'reporter', text: 'Tiramos as fotos. Obrigada!' });
  await write({ report_id: first, recipient: 'reported', text: 'Só para a pessoa denunciada.' });
  const statusOf = (code: string) => callAs<unknown>(database, null, 'report_status($1)', [code]);
  expect(await statusOf('AAAABBBBCCCC')).toMatchObject({
    letters: [{ text: 'Tiramos as fotos. Obrigada!', written_at: expect.any(String) }],
  });
  expect(await statusOf('DDDDEEEEFFFF')).toMatchObject({ letters: [] });
});

it('only the team writes, to somebody who is there, and something', async () => {
  const { report_id } = await report(database, reporter, { target_id: couple.teacher });
  const letter = { report_id, recipient: 'reporter', text: 'Oi' };
  for (const person of [reporter, couple.teacher])
    expect(await refusal(() => write(letter, randomUUID(), person))).toMatchObject({ hint: 'admin_only' });
  for (const [more, detail] of [
    [{ text: ' ' }, 'text'],
    [{ text: 'x'.repeat(901) }, 'text'],
    [{ text: 'a\u0007b' }, 'text'],
    [{ recipient: 'everybody' }, 'recipient'],
    [{ person_id: couple.teacher }, 'person_id'],
  ] as const)
    expect(await refusal(() => write({ ...letter, ...more }))).toMatchObject({ code: '22023', detail });
  expect(await refusal(() => write({ ...letter, report_id: randomUUID() }))).toMatchObject({
    code: 'PT404',
    hint: 'target_unknown',
  });
  await database.query('delete from auth.users where id = $1', [reporter]);
  expect(await refusal(() => write(letter))).toMatchObject({ code: 'PT409', hint: 'recipient_gone' });
  expect(await letters(couple.teacher)).toEqual([]);
});
