/**
 * One call of app.add_teacher_field does everything that .github/CONTRIBUTING.md promises for the
 * database.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import type { Page } from '../support/phone.ts';
import { callAs, refusal, register, TEACHER } from './account-steps.ts';

let database: TestDatabase;
let me: string;

beforeAll(async () => {
  database = await createTestDatabase();
  me = await register(database, TEACHER);
  // Some rows were written before the field existed.
  await database.query('update public.teachers set is_active = true where id = $1', [me]);
  await database.query(`select
    app.add_teacher_field('teaching_since', 'number', 'teaching_since between 1930 and 2100', true),
    app.add_teacher_field('languages', 'texts', 'cardinality(languages) <= 5', true),
    app.add_teacher_field('remarks', 'text', 'char_length(remarks) <= 80', false),
    app.add_teacher_field('takes_beginners', 'flag', 'true', true)`);
});
afterAll(() => database.close());

const update = (changes: object) =>
  callAs(database, me, 'update_profile($1, $2::text::jsonb, $3)', [
    randomUUID(),
    JSON.stringify(changes),
    null,
  ]);

const FIELDS = { teaching_since: 2004, languages: ['es', 'pt'], takes_beginners: true };

async function listing(): Promise<Record<string, unknown> | undefined> {
  const page = await callAs<Page>(database, null, 'pull_teachers(null, null, 500)', []);
  return page.rows.find(({ id }) => id === me);
}

it('the owner writes the field, and has it on the phone; visitors get what is listed', async () => {
  expect(await listing()).toMatchObject({ teaching_since: null, languages: null });
  await update({ ...FIELDS, remarks: 'Só à noite', bio: 'Aulas com calma.' });
  const own = await callAs<Page>(database, me, 'pull_profile(null, null, 500)', []);
  expect(own.rows[0]).toMatchObject({ ...FIELDS, remarks: 'Só à noite', bio: 'Aulas com calma.' });
  const shown = await listing();
  expect(shown).toMatchObject({ ...FIELDS, bio: 'Aulas com calma.' });
  expect(shown).not.toHaveProperty('remarks');
  await update({ teaching_since: null });
  expect(await listing()).toMatchObject({ teaching_since: null, languages: ['es', 'pt'] });
});

it.each([
  ['teaching_since', 1700, 'teachers_teaching_since_check'],
  ['teaching_since', 'antes', 'teaching_since'],
  ['teaching_since', 2004.5, 'teaching_since'],
  ['languages', 'pt', 'languages'],
  ['languages', ['1', '2', '3', '4', '5', '6'], 'teachers_languages_check'],
  ['remarks', 'a'.repeat(81), 'teachers_remarks_check'],
  ['takes_beginners', 'sim', 'takes_beginners'],
])('%s does not accept %j', async (field, value, rule) => {
  expect(await refusal(() => update({ [field]: value }))).toMatchObject({
    hint: 'invalid_value',
    detail: rule,
  });
});

it('a field that is not registered is refused', async () => {
  expect(await refusal(() => update({ is_active: true }))).toMatchObject({ hint: 'field_not_allowed' });
});

it('a listing that ends carries none of it, nor does a removed profile', async () => {
  await update({ ...FIELDS, remarks: 'Some também' });
  await update({ is_paused: true });
  const [paused] = await database.query<{ row: Record<string, unknown> }>(
    'select to_jsonb(l) as row from public.teacher_listings l where id = $1',
    [me],
  );
  expect(paused?.row).toMatchObject({
    _deleted: true,
    teaching_since: null,
    languages: null,
    takes_beginners: null,
  });
  await database.query('delete from auth.users where id = $1', [me]);
  const [left] = await database.query('select * from public.teachers where id = $1', [me]);
  expect(left).toMatchObject({ teaching_since: null, languages: null, remarks: null, takes_beginners: null });
});
