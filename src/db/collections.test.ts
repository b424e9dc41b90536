import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { privateDatabaseName, STORED_COLLECTIONS } from '@/lib/private-storage';
import { COLLECTIONS, PRIVATE, PRIVATE_COLLECTIONS, type RowTypes } from './collections';
import { openDatabase } from './database';
import { PUBLIC_DATABASE } from './names';
import { noRows } from './private-rows';
import type { PrivateRows } from './private-store';
import type { LessonRequestRow, MarkRow, ProfileRow, Versioned } from './rows';

const PLAIN = '8957b5f2466e6ab09ffa3043adc308505e252ef07bab3e766c4fa6c0f8abc403';
const BY_KIND = 'fae0d4691193a2f0b159358d3680c5e31b2be35650221fa563a05235159f6c53';
const ANNA = '00000000-0000-4000-8000-00000000000a';

test('phones keep their data: collections are stored under the names and schemas of the first release', async () => {
  const opened = [
    await openDatabase(PUBLIC_DATABASE, COLLECTIONS, {}),
    await openDatabase(await privateDatabaseName(ANNA), PRIVATE_COLLECTIONS, {}),
  ];
  const hashes: Record<string, string> = {};
  for (const { collections } of opened) {
    for (const { name, schema } of Object.values(collections)) hashes[name] = await schema.hash;
  }
  expect(hashes).toEqual({
    cities: PLAIN,
    dance_styles: PLAIN,
    'packed-teachers': PLAIN,
    content: BY_KIND,
    profile: PLAIN,
    lesson_requests: PLAIN,
    lessons: PLAIN,
    payment_keys: PLAIN,
    notebook: PLAIN,
    evaluations: PLAIN,
    favourites: PLAIN,
    alerts: PLAIN,
    notifications: PLAIN,
  });
  // Other tests of this process may have opened the outbox.
  const stored = (await indexedDB.databases())
    .flatMap(({ name }) => (name?.startsWith('rxdb') ? [name] : []))
    .sort();
  const expected = (database: string, names: readonly string[]) =>
    ['_rxdb_internal', ...names].map((name) => `rxdb-dexie-${database}--0--${name}`);
  expect(stored).toEqual(
    [
      ...expected('danceflix-public-v1', ['cities', 'dance_styles', 'packed-teachers', 'content']),
      ...expected('danceflix-private-v1-1ad35d608dd7b52a', [
        'profile',
        'lesson_requests',
        'lessons',
        'payment_keys',
        'notebook',
        'evaluations',
        'favourites',
        'alerts',
        'notifications',
      ]),
    ].sort(),
  );
  for (const database of opened) await database.close();
});

test('signing out deletes every private collection also where the browser does not list its databases', () => {
  expect([...STORED_COLLECTIONS].sort()).toEqual([...PRIVATE_COLLECTIONS].sort());
});

test('the server has a pull for every collection, and a list of visible ids for those whose rows may leave sight', () => {
  const schema = readFileSync('supabase/schema.sql', 'utf8');
  const having = (prefix: string) =>
    [...schema.matchAll(new RegExp(`FUNCTION public\\.${prefix}_(\\w+)\\(`, 'g'))]
      .map(([, name]) => name)
      .sort();
  // Beside them `pull_changes`, which answers for all at once.
  expect(having('pull')).toEqual(['changes', ...COLLECTIONS, ...PRIVATE_COLLECTIONS].sort());
  const listed = PRIVATE_COLLECTIONS.filter((name) => PRIVATE[name].listed);
  expect(having('visible_ids')).toEqual([...listed].sort());
});

test('a page without a replica has every key of a person’s rows', () => {
  expect(noRows(ANNA)).toEqual({
    userId: ANNA,
    profile: null,
    profileVersion: 0,
    profileKnown: false,
    profilePulledAt: null,
    notifications: [],
    notificationsKnown: false,
    lessonRequests: [],
    lessonRequestsKnown: false,
    lessons: [],
    lessonsKnown: false,
    paymentKeys: [],
    paymentKeysKnown: false,
    notebook: [],
    notebookKnown: false,
    evaluations: [],
    evaluationsKnown: false,
    marks: [],
    marksKnown: false,
    marksUpTo: 0,
    alerts: [],
    alertsKnown: false,
    failed: true,
    failing: PRIVATE_COLLECTIONS,
    unread: 0,
    epochs: Object.fromEntries(PRIVATE_COLLECTIONS.map((name) => [name, null])),
  });
});

test('types of rows follow from the descriptors', () => {
  expectTypeOf<RowTypes['profile']>().toEqualTypeOf<ProfileRow>();
  expectTypeOf<PrivateRows['profile']>().toEqualTypeOf<ProfileRow | null>();
  expectTypeOf<PrivateRows['lessonRequests']>().toEqualTypeOf<Versioned<LessonRequestRow>[]>();
  expectTypeOf<PrivateRows['marks']>().toEqualTypeOf<MarkRow[]>();
  expectTypeOf<PrivateRows['marksKnown']>().toEqualTypeOf<boolean>();
});
