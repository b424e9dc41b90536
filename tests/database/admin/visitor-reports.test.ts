/** Visitors report what everybody can see, once for each command, and follow the report by their code. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import { report } from '../lessons/mark-steps.ts';
import { decide, list } from './admin-steps.ts';

let database: TestDatabase;
let admin: string;
let teacher: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
});
afterAll(() => database.close());
beforeEach(async () => {
  teacher = await database.createUser({ role: 'teacher', name: 'Marina Couto' });
});

const wish = (more: object = {}) => ({
  ...{ id: randomUUID(), what: 'profile', target_id: teacher, reason: 'fake', details: null },
  ...{ code: 'ABCDEFGHJKLM', ...more },
});
const tell = (content: object, command = randomUUID(), person: string | null = null) =>
  callAs<{ report_id: string }>(database, person, 'report_as_visitor($1, $2::text::jsonb)', [
    command,
    JSON.stringify(content),
  ]);
const statusOf = (code: string) => callAs<unknown>(database, null, 'report_status($1)', [code]);

it('a report arrives once, is in the queue without a reporter, and is followed by its code', async () => {
  const [command, content] = [
    randomUUID(),
    wish({ code: 'AAAABBBBCCCC', details: 'As fotos são de outra pessoa.' }),
  ];
  const first = await tell(content, command);
  expect(await tell(content, command)).toEqual(first);
  expect(await count(database, 'public.reports where target_id = $1', [teacher])).toBe(1);
  const { rows } = await list(database, admin, 'reports', { filter: { target_id: teacher } });
  expect(rows).toMatchObject([{ reason: 'fake', details: 'As fotos são de outra pessoa.', reporter: null }]);
  expect(await statusOf('AAAABBBBCCCC')).toMatchObject({ what: 'profile', status: 'open', decided_at: null });
  await decide(database, admin, { what: 'profile', target_id: teacher, decision: 'keep' });
  expect(await statusOf('AAAABBBBCCCC')).toMatchObject({ status: 'kept' });
  expect(await statusOf('AAAABBBBCCCD')).toBeNull();
});

it('[T073] the code is stored nowhere', async () => {
  await tell(wish({ code: 'QQQQRRRRSSSS' }));
  const [dump] = await database.query<{ text: string }>(
    `select (select json_agg(v)::text from app.visitor_reports v) || (select json_agg(r)::text from public.reports r)
       || (select json_agg(c)::text from public.command_log c) as text`,
  );
  expect(dump?.text).not.toContain('QQQQRRRRSSSS');
});

it('only what everybody can see can be reported', async () => {
  const student = await database.createUser({ role: 'student', name: 'Ana' });
  await database.query('update public.teachers set is_active = false where id = $1', [teacher]);
  for (const target_id of [student, teacher, randomUUID()]) {
    expect(await refusal(() => tell(wish({ target_id })))).toMatchObject({ hint: 'target_unknown' });
  }
});

it('a photo or video is reported by what the page shows of it', async () => {
  const photo = `/storage/v1/object/public/profile-images/${teacher}/00000000-0000-7000-8000-000000000001-p.webp`;
  await database.query('update public.teachers set photos = $2 where id = $1', [teacher, [photo]]);
  await tell(wish({ code: 'AAAACCCCEEEE', subject: photo }));
  const { rows } = await list(database, admin, 'reports', { filter: { target_id: teacher } });
  expect(rows).toMatchObject([{ subject: photo, is_visitors: true, reported: { person: { id: teacher } } }]);
  for (const subject of [photo.replace('001-p', '002-p'), 'Texto livre'])
    expect(await refusal(() => tell(wish({ code: 'AAAACCCCFFFF', subject })))).toMatchObject({
      hint: 'target_unknown',
    });
});

it.each([
  [{ code: 'ABCDEFGHJKL0' }, 'code'],
  [{ code: null }, 'code'],
  [{ reason: 'boring' }, 'reports_reason_check'],
  [{ reporter_id: randomUUID() }, 'reporter_id'],
  [{ details: 'x'.repeat(1001) }, 'reports_details_check'],
])('%j is refused', async (more, detail) => {
  expect(await refusal(() => tell(wish(more)))).toMatchObject({ hint: 'invalid_value', detail });
});

it('what one address reports above the limit is taken, set aside, and heeded by no rule', async () => {
  const from = (address: string) =>
    database.transaction(async (tx) => {
      await tx.query(`select set_config('request.headers', $1, true)`, [
        JSON.stringify({ 'cf-connecting-ip': address, 'x-forwarded-for': address }),
      ]);
      await tx.exec('set local role anon');
      await tx.query(`select public.report_as_visitor(gen_random_uuid(), $1::text::jsonb)`, [
        JSON.stringify(
          wish({
            code: randomCode(),
          }),
        ),
      ]);
    });
  const aside = () => count(database, 'public.reports where target_id = $1 and is_set_aside', [teacher]);
  for (let n = 0; n < 10; n++) await from('203.0.113.7');
  expect(await aside()).toBe(0);
  await from('203.0.113.7');
  expect(await aside()).toBe(1);
  await from('203.0.113.8');
  expect(await aside()).toBe(1);
  // Four hundred from twenty networks: the next network is heard like the first.
  for (let n = 0; n < 400; n++) await from(`198.51.${n % 20}.${Math.floor(n / 20)}`);
  const before = await aside();
  expect(before).toBeGreaterThan(150);
  await from('192.0.2.1');
  expect(await aside()).toBe(before);
  // Taken without end they would fill the table.
  await database.query(
    `update app.rate_counts set calls = 200 where subject = 'reports_aside_day' and calls < 200`,
  );
  expect(await refusal(() => from('203.0.113.7'))).toMatchObject({ hint: 'too_many' });
});

const randomCode = () =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(12)),
    (byte) => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[byte % 32],
  ).join('');

it('two people who reported the same and leave both, leave two reports without them', async () => {
  for (const name of ['Ana', 'Bia']) {
    const person = await database.createUser({ role: 'student', name });
    await report(database, person, { what: 'profile', target_id: teacher, reason: 'spam' });
    await database.query('delete from auth.users where id = $1', [person]);
  }
  expect(
    await count(database, 'public.reports where target_id = $1 and reporter_id is null', [teacher]),
  ).toBe(2);
});
