import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { emptyDatabase, ownTemplate } from '../support/postgres-template.ts';
import { asSuperuser, createProject, loginAs } from './cluster.ts';
import { differences, type Facts, knownFacts, readFacts } from './facts.ts';

/** Lets rows name pictures that no function has read (setup.ts). */
const OF_THESE_TESTS = 'storage.reads_pictures()';

let template: string;
let known: Facts;
let before: Facts;
let database: TestDatabase;
beforeAll(async () => {
  template = (await ownTemplate())?.url ?? '';
  known = await knownFacts();
  const project = await createProject({ createDatabase: () => emptyDatabase(asSuperuser(template)) });
  before = await readFacts(project);
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('the roles and schemas of these tests match the stored facts', () => {
  expect(differences(known, before)).toEqual([]);
  expect(differences(before, known).filter((line) => !line.startsWith('roles'))).toEqual([]);
});

it('migrations do not change Supabase’s own objects', async () => {
  const after = await readFacts(loginAs(template, 'postgres'));
  expect(differences(known, after)).toEqual([]);
  for (const part of ['schemas', 'tables', 'functions', 'publications'] as const) {
    const now = Object.entries(after[part] ?? {}).filter(([name]) => name !== OF_THESE_TESTS);
    expect(Object.fromEntries(now)).toEqual(before[part]);
  }
});

it('missing, different and additional facts are reported', () => {
  const facts = { tables: { t: { owner: 'a', privileges: { anon: 'select' }, columns: { id: 'bigint' } } } };
  const real = {
    tables: { t: { owner: 'b', privileges: { anon: 'select', public: 'insert' }, columns: {} } },
  };
  expect(differences(facts, real)).toEqual([
    'tables › t › owner: "b", expected "a"',
    'tables › t › privileges › public: "insert", expected nothing',
    'tables › t › columns › id: missing, expected "bigint"',
  ]);
});
