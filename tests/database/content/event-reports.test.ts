/** Reports of events: who may make them, the words that are kept, and what the team's decision changes. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, idOf, refusal } from '../accounts/account-steps.ts';
import { decide, list } from '../admin/admin-steps.ts';
import { inbox } from '../lessons/lesson-steps.ts';
import { report } from '../lessons/mark-steps.ts';
import { Phone } from '../support/phone.ts';

let database: TestDatabase;
let admin: string;
let city: string;
let organiser: string;
let reporter: string;
let event: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Úrsula da Equipe' });
  city = await idOf(database, 'cities', 'Vitória');
});
afterAll(() => database.close());
beforeEach(async () => {
  organiser = await database.createUser({ role: 'student', name: 'Olga Organiza' });
  reporter = await database.createUser({ role: 'student', name: 'Quem Denuncia' });
  event = randomUUID();
  await callAs(database, organiser, 'propose_event($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({
      ...{ id: event, title: 'Baile Falso', kind: 'baile', city_id: city, organiser: 'Coletivo da Olga' },
      ...{ starts_at: '2027-01-05T23:00:00Z', price: 'R$ 90', description: 'Pague antes.\nSem lugar.' },
    }),
  ]);
  await publish(true);
});

const publish = (on: boolean) =>
  database.as('authenticated', admin, (tx) =>
    tx.query('update public.events set is_published = $2 where id = $1', [event, on]),
  );
const WORDS = 'Baile Falso\nColetivo da Olga\nR$ 90\nPague antes.\nSem lugar.';
const tell = (person: string, more: object = {}, command = randomUUID()) =>
  report(
    database,
    person,
    { what: 'event', target_id: event, reason: 'fake', seen: WORDS, ...more },
    command,
  );
const tellAsVisitor = (code: string) =>
  callAs(database, null, 'report_as_visitor($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({
      ...{ id: randomUUID(), what: 'event', target_id: event, reason: 'spam', details: null, code },
    }),
  ]);
const queue = async () => (await list(database, admin, 'reports', { filter: { target_id: event } })).rows;
const told = async (person: string) =>
  (await inbox(database, person)).map(({ kind, title, body, url }) => [kind, title, body, url]);
const isShown = async () => {
  const phone = new Phone(database, 'pull_content');
  await phone.sync();
  const row = phone.rows.get(event) as unknown as { _deleted: boolean } | undefined;
  return row !== undefined && !row._deleted;
};

it('arrives once, with the words as they were, and says what the phone showed only where that differs', async () => {
  const command = randomUUID();
  const id = randomUUID();
  const first = await tell(reporter, { id }, command);
  expect(await tell(reporter, { id }, command)).toEqual(first);
  await database.query(`update public.events set price = 'Grátis' where id = $1`, [event]);
  const texts = [
    { field: 'title', text: 'Baile Falso' },
    { field: 'organiser', text: 'Coletivo da Olga' },
    { field: 'price', text: 'R$ 90' },
    { field: 'description', text: 'Pague antes.\nSem lugar.' },
  ];
  expect(await queue()).toEqual([
    expect.objectContaining({
      ...{ what: 'event', reason: 'fake', reporter: expect.objectContaining({ id: reporter }) },
      target: {
        ...{ title: 'Baile Falso', slug: expect.stringMatching(/^baile-falso/), is_published: true },
        author: expect.objectContaining({ id: organiser }),
      },
      reported: expect.objectContaining({
        ...{ person: expect.objectContaining({ id: organiser }), texts, seen: null },
        now: texts.map((one) => (one.field === 'price' ? { field: 'price', text: 'Grátis' } : one)),
      }),
    }),
  ]);
  const other = await database.createUser({ role: 'student', name: 'Outra' });
  await tell(other, { seen: WORDS });
  const seen = (await queue()).map((row) => (row.reported as { seen: string | null }).seen);
  expect(seen.sort()).toEqual([WORDS, null]);
});

it('compares a long description as far as the report carries it', async () => {
  const description = `${'💃 '.repeat(900)}fim`;
  await database.query('update public.events set description = $2 where id = $1', [event, description]);
  const whole = Array.from(`Baile Falso\nColetivo da Olga\nR$ 90\n${description}`);
  await tell(reporter, { seen: whole.slice(0, 1000).join('').trim() });
  expect(await queue()).toMatchObject([{ reported: { seen: null } }]);
});

it('is made by everybody who sees the event, but not by its author', async () => {
  const gone = { hint: 'target_unknown' };
  expect(await refusal(() => tell(organiser))).toMatchObject(gone);
  await tellAsVisitor('AAAABBBBCCCC');
  await publish(false);
  expect(await refusal(() => tell(reporter))).toMatchObject(gone);
  expect(await refusal(() => tellAsVisitor('AAAABBBBDDDD'))).toMatchObject(gone);
  expect(await queue()).toMatchObject([
    { reporter: null, is_visitors: true, reported: { person: { id: organiser } } },
  ]);
});

it('is decided once for all: the event leaves the agenda and comes back, and each side is told', async () => {
  await tell(reporter);
  await tellAsVisitor('EEEEFFFFGGGG');
  const decision = { what: 'event', target_id: event, decision: 'remove', reason: 'O lugar não existe.' };
  expect(await decide(database, admin, decision)).toMatchObject({ changed: true, reports: 2 });
  expect(await isShown()).toBe(false);
  expect(await decide(database, admin, decision)).toMatchObject({ changed: false, reports: 0 });
  expect((await told(organiser)).filter(([kind]) => kind === 'event.removed')).toEqual([
    [
      'event.removed',
      'Seu evento saiu da agenda',
      'A equipe do Danceflix tirou da agenda um evento que você divulgou. Motivo: O lugar não existe.',
      '/comunidade/divulgar',
    ],
  ]);
  expect(await told(reporter)).toEqual([
    [
      'report.decided',
      'Sua denúncia foi analisada',
      'Obrigado por avisar. A equipe do Danceflix removeu o que você denunciou.',
      null,
    ],
  ]);
  expect(await callAs(database, null, 'report_status($1)', ['EEEEFFFFGGGG'])).toMatchObject({
    ...{ what: 'event', status: 'removed' },
  });
  expect(JSON.stringify(await callAs(database, organiser, 'my_data()'))).not.toContain(reporter);

  await decide(database, admin, { what: 'event', target_id: event, decision: 'keep' });
  expect(await isShown()).toBe(true);
  expect((await told(organiser)).map(([kind]) => kind)).toContain('event.restored');
});

it('an event that no decision took down is not published by keeping it', async () => {
  await tell(reporter);
  await publish(false);
  await decide(database, admin, { what: 'event', target_id: event, decision: 'keep' });
  expect(await isShown()).toBe(false);
  expect((await told(organiser)).map(([kind]) => kind)).not.toContain('event.restored');
  // One that is off when it is removed stays off.
  await decide(database, admin, { what: 'event', target_id: event, decision: 'remove' });
  await decide(database, admin, { what: 'event', target_id: event, decision: 'keep' });
  expect(await isShown()).toBe(false);
  expect(await count(database, `public.report_decisions where target_id = $1`, [event])).toBe(3);
});
