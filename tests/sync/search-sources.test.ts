/**
 * Search finds the same in every source: on the device, by both procedures, in the listings
 * themselves.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TeacherRow } from '@/db/rows/public-rows';
import { SearchIndex } from '@/db/search/search-index';
import { toEntry } from '@/db/search/to-entry';
import type { SearchFilters } from '@/features/teachers/schema';
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
    for (const [place, name] of NAMES.entries()) {
      const id = await createUser(tx, { role: 'teacher', name });
      if (place % 3 === 0) continue;
      await tx.query(
        `update public.teachers set neighborhood = $2, availability = $3, lesson_places = '{casa}', accepts_couples = true,
          levels = $4 where id = $1`,
        [
          id,
          place % 2 === 0 ? 'Jucutuquara' : 'Jardim da Penha',
          place % 4 === 0 ? ['terca-noite'] : null,
          place % 5 === 0 ? ['avancado'] : ['iniciante'],
        ],
      );
      await tx.query(`insert into public.teacher_checks (teacher_id, kind) values ($1, 'experience')`, [id]);
    }
    await tx.exec('alter table public.user_profiles enable trigger aa_clean');
  });
  const rows = await server.database.query<TeacherRow>(
    'select * from public.teacher_listings where not _deleted',
  );
  index = new SearchIndex();
  index.apply(rows.map(toEntry), []);
});
afterAll(async () => {
  globalThis.fetch = realFetch;
  await server.close();
});
beforeEach(() => searchCache.clear());

test.each(TYPED)('[D024] %s finds the same in all sources', async (name) => {
  const filters = { name, style: '', city: '', page: 1 };
  const found = await expectSame(filters);
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(NAMES.length);
});

test.each<Partial<SearchFilters>>([
  { name: 'bia ana' },
  { name: 'prof. anaxbia' },
  { name: 'anazbia' },
  { name: 'estrelo' },
  { area: 'jucu' },
  { area: 'jucu', when: 'terca-noite', level: 'iniciante' },
  { place: 'casa', area: 'penha' },
  { couples: 'sim', name: 'bia' },
  { check: 'experiencia' },
])('%j finds the same, for the same reasons, in all sources', async (some) => {
  expect(await expectSame({ name: '', style: '', city: '', page: 1, ...some })).toBeGreaterThan(0);
});

/** Asks the phone and each source of the server; returns how many are found. */
async function expectSame(filters: SearchFilters): Promise<number> {
  const names = { cities: new Map(), danceStyles: new Map() };
  const local = searchLocally({ index, hidden: new Set<string>(), ...names }, filters);
  const plain = (result: typeof local) => ({
    ...result,
    teachers: result.teachers.map(({ id, reason }) => [id, reason]),
  });
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
  return local.totalCount;
}
