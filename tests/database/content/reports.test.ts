/** Reports: allowed targets, one for each person and target, a daily limit, and who reads them. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import { agree, type Couple, evaluate, lessonWorld, unseal } from '../lessons/lesson-steps.ts';
import { report } from '../lessons/mark-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;

lessonWorld((world) => {
  ({ database, couple, student, teacher } = world);
});

const readBy = (person: string) =>
  database.as('authenticated', person, (tx) =>
    tx.query<{ reason: string; details: string | null }>('select reason, details from public.reports'),
  );

it('is one for each person and target, with its last text, however often it arrives', async () => {
  const command = randomUUID();
  const first = { id: randomUUID(), target_id: teacher, reason: 'spam', details: 'Vende curso.' };
  const made = await report(database, student, first, command);
  expect(made).toEqual({
    command_id: command,
    epoch: expect.any(String),
    version: null,
    report_id: first.id,
    created: true,
  });
  expect(await report(database, student, first, command)).toEqual(made);
  const again = await report(database, student, { target_id: teacher, reason: 'unsafe' });
  expect(again).toMatchObject({ report_id: first.id, created: false });
  expect(await readBy(student)).toEqual([{ reason: 'unsafe', details: null }]);
});

it('of a photo is one of its own: neither a second photo nor the whole profile replaces it', async () => {
  const photo = (place: number) =>
    `/storage/v1/object/public/profile-images/${teacher}/00000000-0000-7000-8000-00000000000${place}-p.webp`;
  await database.query('update public.teachers set photos = $2 where id = $1', [
    teacher,
    [photo(1), photo(2)],
  ]);
  const first = { id: randomUUID(), target_id: teacher, subject: photo(1), details: 'Não é dela.' };
  await report(database, student, first);
  await report(database, student, { target_id: teacher, subject: photo(2), reason: 'offensive' });
  await report(database, student, { target_id: teacher });
  const again = await report(database, student, { target_id: teacher, subject: photo(1), reason: 'fake' });
  expect(again).toMatchObject({ report_id: first.id, created: false });
  const held = await database.query<{ subject: string | null; reason: string }>(
    'select subject, reason from public.reports where reporter_id = $1 order by subject nulls first',
    [student],
  );
  expect(held).toEqual([
    { subject: null, reason: 'spam' },
    { subject: photo(1), reason: 'fake' },
    { subject: photo(2), reason: 'offensive' },
  ]);
  const gone = { code: 'PT404', hint: 'target_unknown' };
  for (const subject of [photo(3), 'texto livre para a equipe'])
    expect(await refusal(() => report(database, student, { target_id: teacher, subject }))).toMatchObject(
      gone,
    );
  expect(
    await refusal(() =>
      report(database, student, { what: 'post', target_id: randomUUID(), subject: photo(1) }),
    ),
  ).toMatchObject(gone);
});

it('is read by its author and by admins, not by the reported person', async () => {
  await report(database, student, { target_id: teacher, details: 'Só para a equipe.' });
  expect(await readBy(teacher)).toEqual([]);
  expect(JSON.stringify(await callAs(database, teacher, 'my_data()'))).not.toContain('Só para a equipe.');
  expect(JSON.stringify(await callAs(database, student, 'my_data()'))).toContain('Só para a equipe.');
  const admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  expect(await readBy(admin)).toContainEqual({ reason: 'spam', details: 'Só para a equipe.' });
});

it('needs an existing target', async () => {
  const gone = { code: 'PT404', hint: 'target_unknown' };
  for (const target of [
    { target_id: randomUUID() },
    { target_id: student },
    { what: 'evaluation', target_id: randomUUID() },
    { what: 'post', target_id: randomUUID() },
  ]) {
    expect(await refusal(() => report(database, student, target))).toMatchObject(gone);
  }
  const request = await agree(database, couple);
  // A sealed evaluation is not there for those who could report it.
  await evaluate(database, student, request, { is_anonymous: false });
  await unseal(database);
  const [shown] = await database.query<{ id: string }>(
    'select public_id as id from public.lesson_evaluations where lesson_request_id = $1',
    [request],
  );
  expect(await report(database, teacher, { what: 'evaluation', target_id: shown?.id })).toMatchObject({
    created: true,
  });
});

it('is refused with the reason', async () => {
  for (const [more, field] of [
    [{ reason: 'porque sim' }, 'reports_reason_check'],
    [{ what: 'city' }, 'what'],
    [{ details: 'x'.repeat(1001) }, 'reports_details_check'],
    [{ target_id: null }, 'target_id'],
    [{ reporter_id: teacher }, 'reporter_id'],
  ] as const) {
    const refused = await refusal(() => report(database, student, { target_id: teacher, ...more }));
    expect([more, refused?.hint, refused?.detail]).toEqual([more, 'invalid_value', field]);
  }
});

it('is limited to twenty a day, and possible again after it', async () => {
  const people = await Promise.all(
    Array.from({ length: 21 }, () => database.createUser({ role: 'student', name: 'Alvo' })),
  );
  const [last = '', ...others] = people;
  for (const target_id of others) await report(database, student, { target_id });
  expect(await refusal(() => report(database, student, { target_id: last }))).toMatchObject({
    hint: 'too_many_reports',
  });
  // An existing report may still be reworded.
  expect(await report(database, student, { target_id: others[0], reason: 'fake' })).toMatchObject({
    created: false,
  });
  expect(await report(database, teacher, { target_id: last })).toMatchObject({ created: true });
  await database.query(
    `update public.reports set created_at = now() - interval '25 hours' where reporter_id = $1 and target_id = $2`,
    [student, others[0]],
  );
  expect(await report(database, student, { target_id: last })).toMatchObject({ created: true });
});

it('loses author and text with the author’s account, and goes with the reported profile', async () => {
  const other = await database.createUser({ role: 'teacher', name: 'Outra', styleIds: [couple.style] });
  await report(database, student, { target_id: teacher, details: 'Meu relato' });
  await report(database, teacher, { target_id: other, details: 'Relato da professora' });
  await database.query('delete from auth.users where id = $1', [student]);
  expect(
    await database.query('select reporter_id, details from public.reports where target_id = $1', [teacher]),
  ).toEqual([{ reporter_id: null, details: null }]);
  await database.query('delete from auth.users where id = $1', [teacher]);
  expect(await count(database, 'public.reports where target_id = $1', [teacher])).toBe(0);
});
