import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statements } from '../../supabase/embedded/database.ts';
import { actAs, createTestDatabase, sqlState, type TestDatabase } from '../support/database.ts';
import { PERSONS, type Person, type Reach, type TableRules } from './matrix/rules.ts';
import { PROCEDURES, TABLES } from './matrix.ts';
import { COLUMNS } from './matrix-columns.ts';
import { createPersons, type Ids } from './support/persons.ts';

let database: TestDatabase;
let ids: Ids;

beforeAll(async () => {
  database = await createTestDatabase();
  ids = await createPersons(database);
});
afterAll(() => database.close());

class Undo extends Error {}

/** Returns the result of `work` as the person; everything is rolled back. */
const attempt = <T>(person: Person, work: (tx: Statements) => Promise<T>): Promise<T> =>
  attemptAsOwner(async (tx) => {
    const isVisitor = person === 'visitor';
    return work(await actAs(tx, isVisitor ? 'anon' : 'authenticated', isVisitor ? null : ids[person]));
  });

async function attemptAsOwner<T>(work: (tx: Statements) => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined;
  try {
    await database.transaction(async (tx) => {
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

/**
 * The number of rows that the reach means in this database. Each reach other than none must mean
 * some row, or the test shows nothing.
 */
async function rowsOf(table: string, rules: TableRules, person: Person, reach: Reach): Promise<number> {
  const own = `${rules.owner} = '${idOf(person)}'`;
  const listed = `exists (select from public.teacher_listings l where l.id = ${rules.owner} and not l._deleted)`;
  const condition = {
    all: 'true',
    live: 'not _deleted',
    replicated: 'not _deleted and _xid >= 0',
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
    refused: 'false',
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
  if (isDenial(state)) return 'denied';
  return state?.startsWith('23') ? 'refused' : (state ?? count);
}

/** 55000: a view that cannot be written. */
const isDenial = (state: string | null) => state === '42501' || state === '55000';

/**
 * The system columns of the table that the person can read by any statement: 'xmin by select …';
 * expected none.
 */
async function systemColumns(person: Person, table: string, rules: TableRules): Promise<string> {
  const ways = [
    `select %I from public.${table}`,
    `select count(*) from public.${table} where %I is not null`,
    `select max(%I::text) from public.${table}`,
    `update public.${table} set ${rules.assignment} returning %I`,
    `delete from public.${table} returning %I`,
  ];
  const [row] = await attempt(person, async (tx) => {
    await tx.exec(`do $test$
      declare
        wanted text;
        way text;
      begin
        foreach wanted in array array['xmin', 'xmax', 'cmin', 'cmax', 'ctid', 'tableoid'] loop
          foreach way in array array[${ways.map((way) => `$way$${way}$way$`).join()}] loop
            begin
              execute format(way, wanted);
              perform set_config('test.read',
                concat_ws(', ', nullif(current_setting('test.read', true), ''), wanted || ' by ' || split_part(way, ' ', 1)), true);
            exception when insufficient_privilege or undefined_column or object_not_in_prerequisite_state then
              null;
            end;
          end loop;
        end loop;
      end $test$`);
    return tx.query<{ read: string | null }>(`select nullif(current_setting('test.read', true), '') as read`);
  });
  return row?.read ?? 'none';
}

/**
 * Privileges of anon, authenticated and PUBLIC on whole tables and views, and on system columns.
 */
const WHOLE = `
  select coalesce(r.rolname, 'public') as role, x.privilege_type as privilege, c.relname as relation
  from pg_class c cross join lateral aclexplode(c.relacl) x left join pg_roles r on r.oid = x.grantee
  where c.relnamespace = 'public'::regnamespace and c.relkind <> 'i'
    and (x.grantee = 0 or r.rolname in ('anon', 'authenticated')) and x.privilege_type <> 'DELETE'
  union all
  select 'any', a.attname, c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and a.attnum < 0 and a.attacl is not null
  order by 1, 2, 3`;

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

  // «Cada pessoa só lê o que lhe cabe, por regras no próprio banco de dados.»
  // «Leem o aluno, o professor e a equipe.»
  // «Lugar e valor leem só o aluno e o professor.»
  // «Só você vê.»
  // «Uma denúncia leem só você e a equipe.»
  // «Só a equipe do Danceflix lê.»
  it('[T056] every column, and who may read, insert and update it', async () => {
    const rows = await database.query<
      Record<'relation' | 'role' | 'privilege', string> & { columns: string[] }
    >(
      `select c.relname as relation, r as role, p as privilege, array(
         select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           and (p = 'any' or has_column_privilege(r, c.oid, a.attnum, case p when 'any' then 'select' else p end))
       ) as columns
       from pg_class c, unnest(array['anon', 'authenticated']) r, unnest(array['any', 'select', 'insert', 'update']) p
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')`,
    );
    const names = (text = '') => text.split(' ').filter(Boolean).sort();
    const expected: Record<string, string[]> = {};
    for (const [relation, { all, readers, unread, insert, update }] of Object.entries(COLUMNS)) {
      for (const role of ['anon', 'authenticated']) {
        const [isRead, isMember] = [
          readers === 'everybody' || (readers === 'signed in' && role === 'authenticated'),
          role === 'authenticated',
        ];
        expected[`${relation} any ${role}`] = names(all);
        const hidden = names(unread);
        expected[`${relation} select ${role}`] = isRead ? names(all).filter((c) => !hidden.includes(c)) : [];
        expected[`${relation} insert ${role}`] = isMember ? names(insert) : [];
        expected[`${relation} update ${role}`] = isMember ? names(update) : [];
      }
    }
    const found = rows.map(({ relation, role, privilege, columns }): [string, string[]] => [
      `${relation} ${privilege} ${role}`,
      columns.sort(),
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it('no API role has a grant on a whole table, where it would read system columns, nor gets one on a new table', async () => {
    expect(await database.query(WHOLE)).toEqual([]);
    const later = await attemptAsOwner(async (tx) => {
      await tx.exec(
        'create table public.later (id integer); create view public.later_view as select 1 as id',
      );
      const closed = await tx.query(WHOLE);
      await tx.exec('grant select on public.later_view to anon; grant update on public.later to public');
      return { closed, opened: await tx.query(WHOLE) };
    });
    expect(later).toEqual({
      closed: [],
      opened: [
        { role: 'anon', privilege: 'SELECT', relation: 'later_view' },
        { role: 'public', privilege: 'UPDATE', relation: 'later' },
      ],
    });
  });

  it('API roles reach no schema but Supabase’s own, public and the door’s, which holds nothing else', async () => {
    expect(
      await database.query(
        `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'door'::regnamespace
         union all select c.oid::regclass::text from pg_class c where c.relnamespace = 'door'::regnamespace`,
      ),
    ).toEqual([{ name: 'door.before_request()' }]);
    const rows = await database.query<{ name: string }>(
      `select nspname as name from pg_namespace
       where (has_schema_privilege('anon', oid, 'usage') or has_schema_privilege('authenticated', oid, 'usage'))
         and nspname !~ '^pg_' order by 1`,
    );
    // Hosted Supabase opens pg_net's to them too; REST shows public only.
    const net = rows.some(({ name }) => name === 'net') ? ['net'] : [];
    expect(rows.map(({ name }) => name)).toEqual([
      'auth',
      'door',
      'extensions',
      'information_schema',
      ...net,
      'public',
      'realtime',
      'storage',
    ]);
  });

  it('[T056] every table has row level security', async () => {
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
      const isTurnedAway = reach === 'denied' || reach === 'refused';
      expected[action] = isTurnedAway ? reach : await rowsOf(table, rules, person, reach);
      found[action] = await reached(person, statement);
    }
    expected.system = 'none';
    found.system = await systemColumns(person, table, rules);
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
