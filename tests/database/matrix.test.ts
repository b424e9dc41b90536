import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statements } from '../../supabase/embedded/database.ts';
import { actAs, createTestDatabase, sqlState, type TestDatabase } from '../support/database.ts';
import { PERSONS, type Person, PROCEDURES, type Reach, TABLES, type TableRules } from './matrix.ts';
import { createPersons, type Ids } from './persons.ts';

let database: TestDatabase;
let ids: Ids;

beforeAll(async () => {
  database = await createTestDatabase();
  ids = await createPersons(database);
});
afterAll(() => database.close());

class Undo extends Error {}

/** What `work` answers when the person does it; nothing of it stays. */
async function attempt<T>(person: Person, work: (tx: Statements) => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined;
  try {
    await database.transaction(async (tx) => {
      await actAs(
        tx,
        person === 'visitor' ? 'anon' : 'authenticated',
        person === 'visitor' ? null : ids[person],
      );
      answer = { value: await work(tx) };
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  if (!answer) throw new Error('nothing was attempted');
  return answer.value;
}

const idOf = (person: Person) => (person === 'visitor' ? randomUUID() : ids[person]);
const anotherThan = (person: Person) =>
  ids[person === 'addressed teacher' ? 'other teacher' : 'addressed teacher'];

/** How many rows the reach means in this database. Each that is not none must mean some row, or it shows nothing. */
async function rowsOf(table: string, rules: TableRules, person: Person, reach: Reach): Promise<number> {
  const own = `${rules.owner} = '${idOf(person)}'`;
  const listed = `exists (select from public.teacher_listings l where l.id = ${rules.owner} and not l._deleted)`;
  const condition = {
    all: 'true',
    live: 'not _deleted',
    active: 'active',
    shown: 'is_active',
    public: 'is_public',
    own,
    'own and live': `${own} and not _deleted`,
    party: `'${idOf(person)}' in (student_id, teacher_id)`,
    listed,
    'listed and own': `${listed} or ${own}`,
    none: 'false',
    denied: 'false',
  }[reach];
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from ${rules.countIn ?? `public.${table}`} where ${condition}`,
  );
  const count = row?.n ?? 0;
  if (reach !== 'none' && count === 0) throw new Error(`the fixture has no ${reach} rows of ${table}`);
  return count;
}

async function reached(person: Person, statement: string): Promise<number | string> {
  let count = 0;
  const state = await sqlState(async () => {
    count = await attempt(person, async (tx) => (await tx.query(statement)).length);
  });
  return isDenial(state) ? 'denied' : (state ?? count);
}

/** 55000: a view that nobody can write through. */
const isDenial = (state: string | null) => state === '42501' || state === '55000';

async function outcome(person: Person, statement: string, params: unknown[]): Promise<string> {
  const state = await sqlState(() => attempt(person, (tx) => tx.query(statement, params)));
  if (state === null) return 'allowed';
  if (isDenial(state)) return 'denied';
  return state.startsWith('23') ? 'refused' : state;
}

describe('the matrix names everything in schema public', () => {
  it('every table and view', async () => {
    const rows = await database.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f') order by 1`,
    );
    expect(rows.map((row) => row.name)).toEqual(Object.keys(TABLES).sort());
  });

  it('every procedure', async () => {
    const rows = await database.query<{ name: string }>(
      `select p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as name
       from pg_proc p where p.pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
    );
    expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(PROCEDURES).sort());
  });

  it('every table has row level security', async () => {
    const rows = await database.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not relrowsecurity`,
    );
    expect(rows).toEqual([]);
  });
});

describe.each(Object.entries(TABLES))('table %s', (table, rules) => {
  it.each(PERSONS)('%s', async (person) => {
    const at = PERSONS.indexOf(person);
    const expected: Record<string, unknown> = {};
    const found: Record<string, unknown> = {};

    for (const [action, statement] of [
      ['select', `select 1 from public.${table}`],
      ['update', `update public.${table} set ${rules.assignment} returning 1`],
      ['delete', `delete from public.${table} returning 1`],
    ] as const) {
      const reach = rules[action][at];
      if (reach === undefined) throw new Error(`no rule for ${person}`);
      expected[action] = reach === 'denied' ? 'denied' : await rowsOf(table, rules, person, reach);
      found[action] = await reached(person, statement);
    }
    expected.insert = rules.insert[at];
    found.insert = await outcome(person, rules.insertSql, [idOf(person)]);
    if (rules.insertForAnother) {
      expected.insertForAnother = rules.insertForAnother[at];
      found.insertForAnother = await outcome(person, rules.insertSql, [anotherThan(person)]);
    }
    expect(found).toEqual(expected);
  });
});

describe.each(Object.entries(PROCEDURES))('procedure %s', (_name, rules) => {
  it.each(PERSONS)('%s', async (person) => {
    const params = rules.call.includes('$1') ? [ids['addressed teacher']] : [];
    expect(await outcome(person, `select ${rules.call}`, params)).toBe(
      rules.execute[PERSONS.indexOf(person)],
    );
  });
});
