/** The plans that pulling and searching rely on, with 5,000 listings on both drivers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Rows Removed by Filter'?: number;
  'Subplan Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];

async function fill(database: TestDatabase): Promise<void> {
  await database.exec(`
    insert into public.teacher_listings (id, name, folded_name, rank, city_id, style_ids, modalidades_aula,
      is_featured, is_highlighted, rating_count, five_stars, four_stars, three_stars, two_stars, one_star, checks)
    select id, 'Nome ' || n, 'nome ' || n, '1nome ' || n || ' ' || id,
      (select array_agg(c.id order by c.name) from public.cities c)[1 + n % 28],
      array[(select array_agg(s.id order by s.name) from public.dance_styles s)[1 + n % 40]],
      '{particular}', false, false, 0, 0, 0, 0, 0, 0, 'i2611281126'
    from (select n, gen_random_uuid() as id from generate_series(1, 5000) n) x;
    analyze public.teacher_listings;
  `);
}

/** Runs a statement with its parameters and returns its plan. */
async function plan(
  database: TestDatabase,
  statement: string,
  types: string,
  values: string,
): Promise<PlanNode> {
  return database.transaction(async (tx) => {
    await tx.exec(`prepare planned (${types}) as ${statement}`);
    const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json, analyze, timing off) execute planned (${values})`,
    );
    await tx.exec('deallocate planned');
    const explained = row?.['QUERY PLAN'];
    const parsed: [{ Plan: PlanNode }] | undefined =
      typeof explained === 'string' ? JSON.parse(explained) : explained;
    if (!parsed) throw new Error('no plan');
    return parsed[0].Plan;
  });
}

/** The nodes below a step of a statement. */
const page = (root: PlanNode, step: 'page' | 'place' = 'page') => {
  const found = flat(root).find((node) => node['Subplan Name'] === `CTE ${step}`);
  if (!found) throw new Error('the plan has no such step');
  return flat(found);
};

function usesItsIndexes(open: () => TestDatabase) {
  it('a pull walks the replication index from its checkpoint, without sorting or filtering', async () => {
    const database = open();
    const [middle] = await database.query<{ xid: string; id: string; statement: string }>(
      `select _xid::text as xid, id, app.pull_statement('teacher_listings') as statement
       from public.teacher_listings order by _xid, id offset 2500 limit 1`,
    );
    if (!middle) throw new Error('no rows');
    const nodes = page(
      await plan(
        database,
        middle.statement,
        'bigint, uuid, int, boolean',
        `${middle.xid}, '${middle.id}', 500, false`,
      ),
    );
    const scan = nodes.find((node) => node['Relation Name'] === 'teacher_listings');
    expect(scan).toMatchObject({
      'Node Type': 'Index Scan',
      'Index Name': 'teacher_listings_replication',
      'Actual Rows': 501,
    });
    expect(scan?.['Index Cond']).toMatch(/ROW\(_xid, id\) > ROW/);
    expect(scan).not.toHaveProperty('Filter');
    expect(nodes.map((node) => node['Node Type']).filter((type) => /Sort|Seq Scan/.test(type))).toEqual([]);
  });

  it('pulls write their answers once, as text: no page is built as a tree first', async () => {
    const pulls = await open().query<{ name: string; type: string }>(
      `select p.proname as name, p.prorettype::regtype::text as type from pg_catalog.pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.proname like 'pull\\_%' order by 1`,
    );
    expect(pulls).toHaveLength(14);
    expect(pulls.filter(({ type }) => type !== 'json')).toEqual([]);
    const statements = await open().query<{ statement: string }>(
      `select app.pull_statement('teacher_listings') as statement
       union all select app.pull_private_statement('public.notifications', 'user_id')`,
    );
    expect(statements.map(({ statement }) => /jsonb/.exec(statement))).toEqual([null, null]);
  });

  const search = async (filters: [boolean, boolean, boolean], values: string) => {
    const database = open();
    const conditions = [
      ' and strpos(l.folded_name, $1::text) > 0',
      ' and l.style_ids @> array[$2::uuid]',
      ' and l.city_id = $3::uuid',
    ].filter((_, at) => filters[at]);
    const [row] = await database.query<{ statement: string }>(
      `select app.search_statement(false, $1, '{}') as statement`,
      [conditions.join('')],
    );
    return plan(
      database,
      row?.statement ?? '',
      'text, uuid, uuid, int, bigint, text[], text[], text, text, text, text[], text',
      `${values}, null, null, null, null, null, null, null`,
    );
  };
  const listings = (nodes: PlanNode[]) =>
    nodes.filter((node) => node['Relation Name'] === 'teacher_listings').map((node) => node['Node Type']);
  const anyCity = `(select id from public.cities where name = 'Vitória')`;
  const anyStyle = `(select id from public.dance_styles where name = 'Zouk')`;
  const idFrom = async (select: string) => {
    const [row] = await open().query<{ id: string }>(`select ${select} as id`);
    return `'${row?.id}'`;
  };

  it('the first page reads twelve rows in the order of rank', async () => {
    const nodes = page(await search([false, false, false], `null, null, null, 12, 0`), 'place');
    expect(nodes.find((node) => node['Relation Name'])).toMatchObject({
      'Index Name': 'teacher_listings_rank',
      'Actual Rows': 12,
    });
    expect(nodes.some((node) => node['Node Type'] === 'Sort')).toBe(false);
  });

  it('a name search walks the order of rank, stopping at a full page', async () => {
    const nodes = page(await search([true, false, false], `'nome', null, null, 12, 0`), 'place');
    expect(nodes.find((node) => node['Relation Name'])).toMatchObject({
      'Index Name': 'teacher_listings_rank',
      'Actual Rows': 12,
    });
  });

  it('a city is found and counted by its index', async () => {
    const root = await search([false, false, true], `null, null, ${await idFrom(anyCity)}, 12, 0`);
    expect(page(root, 'place').find((node) => node['Relation Name'])).toMatchObject({
      'Index Name': 'teacher_listings_city_rank',
    });
    expect(listings(flat(root))).not.toContain('Seq Scan');
  });

  it('a style is counted by its index', async () => {
    const root = await search([false, true, false], `null, ${await idFrom(anyStyle)}, null, 12, 0`);
    expect(flat(root).some((node) => node['Index Name'] === 'teacher_listings_styles')).toBe(true);
    expect(listings(flat(root))).not.toContain('Seq Scan');
  });
}

describe('plans on PGlite', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await fill(database);
  });
  afterAll(() => database.close());
  usesItsIndexes(() => database);
});

describePostgres('plans on PostgreSQL', () => {
  let postgres: TestPostgres;
  let database: TestDatabase;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    database = await postgres.createDatabase();
    await fill(database);
  });
  afterAll(() => postgres.stop());
  usesItsIndexes(() => database);
});
