/**
 * Search finds the same in every source: on the device, by both procedures, in the listings
 * themselves.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toEntry } from '@/db/entry';
import type { TeacherRow } from '@/db/rows';
import { SearchIndex } from '@/db/search-index';
import { searchLocally } from '@/features/teachers/search-local';
import { searchCache, searchRemotely } from '@/features/teachers/search-remote';
import { env } from '@/lib/env';
import type { RunningServer } from '../../supabase/embedded/server';
import { startTestServer } from '../support/backend';
import { createUser } from '../support/database';

const NAMES = [
  'Ana Bia',
  'Ana*Bia',
  'Ana%Bia',
  'Ana_Bia',
  'Ana\\Bia',
  'Ana.Bia (de *Salto+)',
  'AnaxBia',
  'Ana, "Bia"',
  "D'Ávila [*] {1}",
  '*** Estrela ^|$',
];
const TYPED = [
  '*',
  'a*b',
  'ana*bia',
  '**',
  '***',
  '*]',
  '*salto+)',
  'a%b',
  'a_b',
  'a\\b',
  'a.b',
  ', "b',
  "d'a",
  '|$',
];
const PROCEDURES = ['search_teachers_with_filters_cached', 'search_teachers_with_filters'];

let server: RunningServer;
let index: SearchIndex;
const realFetch = globalThis.fetch;

beforeAll(async () => {
  server = await startTestServer({
    port: 0,
    seed: 'none',
    quiet: true,
    migrationsDir: fileURLToPath(new URL('../../supabase/migrations', import.meta.url)),
  });
  env.supabaseUrl = server.url;
  env.supabaseAnonKey = server.publishableKey;
  await server.database.transaction(async (tx) => {
    // Old rows, written before names were restricted to letters.
    await tx.exec('alter table public.user_profiles disable trigger aa_clean');
    for (const name of NAMES) await createUser(tx, { role: 'teacher', name });
    await tx.exec('alter table public.user_profiles enable trigger aa_clean');
  });
  const rows = await server.database.query<TeacherRow>(
    'select * from public.teacher_listings where not _deleted',
  );
  index = new SearchIndex();
  index.apply(rows.map(toEntry), []);
}, 120_000);
afterAll(async () => {
  globalThis.fetch = realFetch;
  await server.close();
});
beforeEach(() => searchCache.clear());

test.each(TYPED)('[D024] %s finds the same in all sources', async (name) => {
  const filters = { name, style: '', city: '', page: 1 };
  const names = { cities: new Map(), danceStyles: new Map() };
  const local = searchLocally(
    {
      phase: 'complete',
      index,
      citiesComplete: true,
      wholeCities: new Set<string>(),
      danceStylesComplete: true,
      hidden: new Set<string>(),
      ...names,
    },
    filters,
  );
  const plain = (result: typeof local) => ({ ...result, teachers: result.teachers.map(({ id }) => id) });
  expect(local.totalCount).toBeGreaterThan(0);
  expect(local.totalCount).toBeLessThan(NAMES.length);
  for (let broken = 0; broken <= PROCEDURES.length; broken++) {
    const down = PROCEDURES.slice(0, broken);
    globalThis.fetch = (async (input: RequestInfo | URL, init?: RequestInit) =>
      down.some((procedure) => String(input).endsWith(`/${procedure}`))
        ? Response.json({ message: 'down' }, { status: 500 })
        : realFetch(input, init)) as typeof fetch;
    searchCache.clear();
    const remote = await searchRemotely(filters, new AbortController().signal);
    expect([broken, plain(remote)]).toEqual([broken, plain(local)]);
  }
});
