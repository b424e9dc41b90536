/** When a teacher gives lessons, and the photos and videos of 'Veja como danço'. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { inbox } from '../lessons/lesson-steps.ts';
import { callAs, refusal } from './account-steps.ts';

let database: TestDatabase;
let admin: string;
let me: string;
let other: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  me = await database.createUser({ role: 'teacher', name: 'Marina Couto' });
  other = await database.createUser({ role: 'teacher', name: 'Outra Pessoa' });
});
afterAll(() => database.close());

const update = (changes: object) =>
  callAs(database, me, 'update_profile($1, $2::text::jsonb, $3)', [
    randomUUID(),
    JSON.stringify(changes),
    null,
  ]);
const photo = (person: string, place = 1) =>
  `/storage/v1/object/public/profile-images/${person}/00000000-0000-7000-8000-00000000000${place}-p.webp`;
const VIDEO = 'https://www.youtube.com/watch?v=abc123';

async function listing(): Promise<Record<string, unknown> | undefined> {
  const page = await callAs<{ rows: Record<string, unknown>[] }>(database, null, 'pull_teachers()', []);
  return page.rows.find(({ id }) => id === me);
}

it('visitors get what the teacher has written', async () => {
  const changes = { availability: ['sabado-manha'], videos: [VIDEO], photos: [photo(me, 1), photo(me, 2)] };
  await update(changes);
  expect(await listing()).toMatchObject(changes);
});

it.each([
  ['availability', ['feriado-manha']],
  ['availability', ['sabado']],
  ['videos', ['https://vimeo.com/1']],
  ['videos', ['https://youtube.com.evil.com/watch?v=abc']],
  ['videos', ['javascript:alert(1)']],
  ['videos', ['a1', 'a2', 'a3', 'a4'].map((id) => `https://youtu.be/${id}x`)],
  ['photos', ['https://elsewhere.test/photo.webp']],
  ['photos', ['/storage/v1/object/public/profile-images/../blog-images/a.webp']],
])('%s does not take %j', async (field, value) => {
  expect(await refusal(() => update({ [field]: value }))).toMatchObject({
    hint: 'invalid_value',
    detail: `teachers_${field}_check`,
  });
});

it('takes no file of another person, no two in one, and six at most', async () => {
  for (const photos of [
    [photo(other)],
    [`${photo(me, 1)} ${photo(me, 2)}`],
    [1, 2, 3, 4, 5, 6, 7].map((place) => photo(me, place)),
  ])
    expect(await refusal(() => update({ photos }))).toMatchObject({ detail: 'teachers_photos_check' });
  const direct = () =>
    database.as('authenticated', me, (tx) =>
      tx.query('update public.teachers set photos = $2 where id = $1', [me, [photo(other)]]),
    );
  expect(await refusal(direct)).toMatchObject({ code: '23514' });
});

it('the team takes a photo or video off, once, and the teacher is told why', async () => {
  await update({ videos: [VIDEO], photos: [photo(me, 1), photo(me, 2)] });
  const remove = (person: string, item: string) =>
    callAs<{ changed: boolean }>(database, person, 'admin_remove_media($1, $2::text::jsonb)', [
      randomUUID(),
      JSON.stringify({ teacher_id: me, item, reason: 'Foto de outra pessoa' }),
    ]);
  expect(await refusal(() => remove(other, VIDEO))).toMatchObject({ code: '42501' });
  expect(await remove(admin, photo(me, 1))).toMatchObject({ changed: true });
  expect(await remove(admin, photo(me, 1))).toMatchObject({ changed: false });
  expect(await remove(admin, VIDEO)).toMatchObject({ changed: true });
  expect(await listing()).toMatchObject({ photos: [photo(me, 2)], videos: [] });
  expect(await callAs(database, admin, 'admin_gallery($1)', [me])).toEqual({
    photos: [photo(me, 2)],
    videos: [],
  });
  const told = (await inbox(database, me)).filter(({ kind }) => kind === 'profile.media_removed');
  expect(told).toHaveLength(2);
  expect(JSON.stringify(told)).toContain('Foto de outra pessoa');
});

it("stands in 'Meus dados', and goes with the account", async () => {
  await update({ availability: ['terca-noite'], videos: [VIDEO] });
  const held = await callAs<Record<string, unknown>>(database, me, 'my_data()', []);
  const text = JSON.stringify(held);
  for (const part of ['terca-noite', VIDEO, photo(me, 2)]) expect(text).toContain(part);
  await database.query('delete from auth.users where id = $1', [me]);
  const [left] = await database.query('select * from public.teachers where id = $1', [me]);
  expect(left).toMatchObject({ availability: null, videos: null, photos: null });
});
