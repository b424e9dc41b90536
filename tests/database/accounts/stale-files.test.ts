/** Files of pictures that no profile shows any more: queued once, leased, retried, and never another person's. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from './account-steps.ts';

let database: TestDatabase;
let me: string;
let other: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.exec('delete from app.stale_files where true');
  me = await database.createUser({ role: 'teacher', name: 'Marina Couto' });
  other = await database.createUser({ role: 'teacher', name: 'Outra Pessoa' });
});

const name = (place: number, letter = 'p') => `00000000-0000-7000-8000-00000000000${place}-${letter}.webp`;
const path = (person: string, place: number) =>
  `/storage/v1/object/public/profile-images/${person}/${name(place)}`;
const sizes = (person: string, place: number) =>
  ['c', 'p', 't'].map((letter) => `${person}/${name(place, letter)}`);
const setPhotos = (photos: string[]) =>
  callAs(database, me, 'update_profile($1, $2::text::jsonb, null)', [
    randomUUID(),
    JSON.stringify({ photos }),
  ]);
const queued = async () =>
  (await database.query<{ name: string }>('select name from app.stale_files order by name')).map(
    (row) => row.name,
  );
const serverCall = async <T>(call: string, values: unknown[] = []) => {
  const [row] = await database.as('service_role', null, (tx) =>
    tx.query<{ answer: T }>(`select public.${call} as answer`, values),
  );
  return row?.answer;
};
const claim = (atMost = 50) => serverCall<string[]>('claim_stale_files($1)', [atMost]);

it('a photo that leaves the page is queued in all its sizes, the ones that stay are not', async () => {
  await setPhotos([path(me, 1), path(me, 2)]);
  expect(await queued()).toEqual([]);
  await setPhotos([path(me, 2)]);
  expect(await queued()).toEqual(sizes(me, 1));
});

it('a photo that the team takes off is queued too, once, however often it is asked', async () => {
  const admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  await setPhotos([path(me, 1)]);
  for (const command of [randomUUID(), randomUUID()])
    await callAs(database, admin, 'admin_remove_media($1, $2::text::jsonb)', [
      command,
      JSON.stringify({ teacher_id: me, item: path(me, 1) }),
    ]);
  expect(await queued()).toEqual(sizes(me, 1));
});

it('a replaced profile picture is queued; one of another folder or site is not', async () => {
  const set = (url: string | null) =>
    database.query('update public.user_profiles set profile_image_url = $2 where id = $1', [me, url]);
  await set(path(me, 3));
  await set(path(other, 4));
  expect(await queued()).toEqual(sizes(me, 3));
  await set('https://elsewhere.test/a.webp');
  await set(`/storage/v1/object/public/profile-images/${me}/../${other}/a.webp`);
  await set(null);
  expect(await queued()).toEqual(sizes(me, 3));
});

it('is leased to one caller, comes back until it is settled, and waits longer each time', async () => {
  await setPhotos([path(me, 1)]);
  await setPhotos([]);
  expect(await claim(2)).toHaveLength(2);
  expect(await claim()).toHaveLength(1);
  expect(await claim()).toEqual([]);
  expect(await serverCall<boolean>('stale_files_due()')).toBe(false);
  expect(await serverCall<boolean>("stale_files_due(now() + interval '6 minutes')")).toBe(true);
  await database.exec('update app.stale_files set due_at = now() where true');
  expect(await claim()).toEqual(sizes(me, 1));
  const [wait] = await database.query<{ long: boolean }>(
    "select bool_and(due_at > now() + interval '9 minutes') as long from app.stale_files",
  );
  expect(wait?.long).toBe(true);
  expect(await serverCall<number>('settle_stale_files($1)', [sizes(me, 1)])).toBe(3);
  expect(await serverCall<number>('settle_stale_files($1)', [sizes(me, 1)])).toBe(0);
});

it('a file that a profile shows again is not removed', async () => {
  await setPhotos([path(me, 1)]);
  await setPhotos([]);
  await setPhotos([path(me, 1)]);
  expect(await claim()).toEqual([]);
  expect(await queued()).toEqual([]);
});

it('is for the server alone', async () => {
  const admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  for (const person of [me, admin, null])
    for (const call of ['claim_stale_files()', "settle_stale_files('{}')", 'stale_files_due()'])
      expect(await refusal(() => callAs(database, person, call))).toMatchObject({ code: '42501' });
});
