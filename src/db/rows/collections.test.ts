import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { noRows } from '@/db/memory/private-rows';
import type { PrivateRows } from '@/db/memory/private-store';
import { openDatabase } from '@/db/storage/database';
import { PUBLIC_DATABASE } from '@/db/storage/names';
import { privateDatabaseName, STORED_COLLECTIONS } from '@/lib/private-storage';
import { COLLECTIONS, PRIVATE, PRIVATE_COLLECTIONS, type RowTypes } from './collections';
import type { LessonRequestRow } from './lesson-rows';
import type { MarkRow, ProfileRow } from './own-rows';
import type { Versioned } from './row-check';

/** The indexes of rows, of which Dexie writes the fields. */
const PLAIN = ['_deleted+id', '_deleted+xid+id', '_meta.lwt', '_meta.lwt+id'];
const BY_KIND = ['_deleted+id', '_deleted+kind+id', '_deleted+xid+id', '_meta.lwt', '_meta.lwt+id'];
const ANNA = '00000000-0000-4000-8000-00000000000a';

/** The indexes of the documents, of which a release with other ones would change the version. */
async function indexesOf(name: string): Promise<string[]> {
  const request = indexedDB.open(name);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  try {
    expect([database.version, [...database.objectStoreNames]]).toEqual([
      10,
      ['attachments', 'changes', 'docs'],
    ]);
    const docs = database.transaction('docs').objectStore('docs');
    return [...docs.indexNames].map((index) => [docs.index(index).keyPath].flat().join('+')).sort();
  } finally {
    database.close();
  }
}

test('phones keep their data: collections are stored under the names and schemas of the first release', async () => {
  const opened = [
    await openDatabase(PUBLIC_DATABASE, COLLECTIONS, {}),
    await openDatabase(await privateDatabaseName(ANNA), PRIVATE_COLLECTIONS, {}),
  ];
  const stores: Record<string, string[]> = {};
  for (const { collections } of opened) {
    for (const { name, database } of Object.values(collections)) {
      stores[name] = await indexesOf(`rxdb-dexie-${database.name}--0--${name}`);
    }
  }
  expect(stores).toEqual({
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
    names.map((name) => `rxdb-dexie-${database}--0--${name}`);
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
