/** The places where the app may store data on the device, read from its sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = ['src', 'sw'].flatMap((dir) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(dir, name)),
);
const matching = (pattern: RegExp) =>
  SOURCES.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort();

// «a lista pública de cidades, estilos e professores, com seus textos e contatos públicos, o conteúdo público (como apoiadores e patrocinadores) e um índice para buscar rápido.»
test('[T100][D018] pulled cities, styles and teachers go to RxDB collections only', () => {
  // Modules that receive rows from the pull procedures pass them to a collection; the preview brings the search record
  // up to date until the collection is complete.
  const receiving = matching(/\breadPage\(/);
  expect(receiving).toEqual([
    'src/sync/pull/pull-collection.ts',
    'src/sync/pull/reread.ts',
    'src/sync/search/preview.ts',
  ]);
  expect(
    receiving.filter((file) =>
      /indexedDB|localStorage|sessionStorage|caches\b/.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([]);
  expect(matching(/from 'rxdb/).filter((file) => !file.startsWith('src/db/'))).toEqual([]);
  // The one other store in src/db is the search record, an index of the collection, and of the search file before it.
  expect(matching(/\bopenDB[<(]|indexedDB\.open\(/).filter((file) => file.startsWith('src/db/'))).toEqual([
    'src/db/search/search-record-store.ts',
  ]);
});

test('[D018] modules that handle rows of cities, styles or teachers write to no other store', () => {
  const knowing = matching(
    /TeacherRow|NamedRow|teacher_listings|@\/db\/(rows\/(public-rows|collections)|storage\/(pull-page|replica)|memory\/catalog|search\/search-record)/,
  );
  expect(knowing.length).toBeGreaterThan(5);
  const storing = matching(/(local|session)Storage\b[\s\S]*?\.setItem|\bopenDB[<(]|caches\.open\(|new Dexie/);
  expect(knowing.filter((file) => storing.includes(file))).toEqual([]);
});
