/**
 * The plans of the back-office's lists at 50,000 rows each, a share of them in `npm test`: every sort in both directions, first
 * page and later ones, and the first page under every filter and search. No plan may scan a large
 * table sequentially, and no search may discard thousands of rows one by one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statements } from '../../../supabase/embedded/database.ts';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { ADMIN_LISTS } from '../matrix/admin.ts';
import { fillBackOffice, ROWS } from './admin-fill.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}
interface List {
  name: string;
  filters: Record<string, string>;
  sorts: Record<string, [string, string][]>;
  default_sort: string;
  search: string | null;
  first: string[];
  is_small: boolean;
}

/** Read whole: nine slots for sponsors with some former ones, and invitations, which end after ninety days. */
const SMALL = ['sponsors', 'teacher_invitations'];

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
const RECENTLY = { from: day(3), to: day(1), created_from: day(3), created_to: day(2_000) };
const ID = '00000000-0000-4000-8000-000000000777';

/** Values for each filter: common ones, and ones with few matches. */
const SAMPLES: Record<string, readonly unknown[]> = {
  ...Object.fromEntries(Object.entries(RECENTLY).map(([name, value]) => [name, [value]])),
  'teachers.state': ['pending', 'active'],
  'teachers.asked': [true, false],
  'teachers.identity_from': ['2028-06-01', '2029-12-01'],
  'teachers.identity_to': ['2028-01-03', '2030-01-01'],
  'teachers.renamed': [true],
  'teachers.featured': [true, false],
  'teachers.has_slug': [true, false],
  'requests.status': ['Pendente', 'Aceito'],
  'evaluations.rating': [1, 5],
  'evaluations.is_anonymous': [true, false],
  'evaluations.is_hidden': [true, false],
  'evaluations.has_comment': [true, false],
  'leads.city': ['vitoria'],
  'leads.style': ['FORRÓ'],
  'leads.unmet': [true, false],
  'supporters.tier': ['brilho_palco'],
  'supporters.is_active': [true, false],
  'supporters.is_linked': [true, false],
  'sync_logs.status': ['error', 'success'],
  'sync_logs.sync_type': ['import', 'import_row'],
  'reports.status': ['open', 'kept'],
  'reports.set_aside': [true, false],
  'reports.what': ['post'],
  'reports.reason': ['spam'],
  'posts.is_listed': [true, false],
  'posts.is_removed': [true, false],
  'events.is_published': [true, false],
  'events.is_past': [true, false],
  'events.kind': ['baile'],
  'events.waiting': [true],
  'steps.level': ['avançado'],
  'steps.is_published': [true, false],
  'blog_posts.status': ['draft', 'published'],
  'cities.active': [true, false],
  'dance_styles.active': [true, false],
  'bulk.state': ['stopped', 'done'],
  'bulk_recipients.state': ['waiting', 'sent'],
  'bulk_recipients.bulk_id': ['0000000e-0000-4000-8000-000000000007'],
  'audit.action': ['delete'],
  'audit.table_name': ['cities'],
  'audit.row_id': [ID],
};
const IDS: Record<string, string> = {
  city_id: `select id from public.cities where name = 'Vitória'`,
  style_id: `select id from public.dance_styles where name = 'Zouk'`,
  dance_style_id: `select id from public.dance_styles where name = 'Zouk'`,
  category_id: `select id from public.blog_categories limit 1`,
};
/** Blocks of 8 kB for a page of fifty rows, with everything shown of each. */
const MOST_BLOCKS = 10_000;
const SEARCHES = ['ana', 'joão silva', 'zuleica', 'e br 4711', 'ninguemcomestenome'];

const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];

describePostgres('the back-office lists at thousands of rows', () => {
  let postgres: TestPostgres;
  let database: TestDatabase;
  let large: Set<string>;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    database = await postgres.createDatabase();
    await fillBackOffice(database);
    const rows = await database.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples >= 10000`,
    );
    large = new Set(rows.map((row) => row.name));
  }, 600_000);
  afterAll(() => postgres.stop());

  async function explain(tx: Statements, statement: string, params: string): Promise<PlanNode[]> {
    await tx.exec(`prepare planned (jsonb, jsonb, int, tsquery, uuid[]) as ${statement}`);
    const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json, analyze, buffers, timing off) execute planned (${params})`,
    );
    await tx.exec('deallocate planned');
    if (!row) throw new Error('no plan');
    return flat(row['QUERY PLAN'][0].Plan);
  }
  /** The large tables that are scanned sequentially. */
  const scanned = (nodes: PlanNode[]) =>
    nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
      .map((node) => node['Relation Name']);

  async function check(list: List, filter: Record<string, unknown>, sort: string): Promise<string[]> {
    return database.transaction(async (tx) => {
      const faults: string[] = [];
      const json = JSON.stringify(filter);
      const what = `${list.name} by ${sort} under ${json}`;
      // The same setting as in app.admin_list.
      await tx.exec('set local enable_seqscan = off');
      const [given] = await tx.query<{ query: string | null; people: string; count: string; found: number }>(
        `select q::text as query, p::text as people, app.admin_count_statement($1, $2::text::jsonb, 10001) as count,
           app.admin_count($1, $2::text::jsonb, q, p, 2001)::int as found
         from app.search_query($3) q, app.people_found(q) p`,
        [list.name, json, filter.search ?? null],
      );
      const few = list.first.some((name) => name in filter) && (given?.found ?? 0) <= 2000;
      const quoted = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`);
      const page = async (after: unknown) => {
        const [made] = await tx.query<{ statement: string }>(
          'select app.admin_page_statement($1, $2::text::jsonb, $3, $4, $5) as statement',
          [list.name, json, sort, after !== null, few],
        );
        const params = `${quoted(json)}, ${quoted(after === null ? null : JSON.stringify(after))}, 50,
          ${quoted(given?.query ?? null)}, ${quoted(given?.people ?? null)}`;
        const statement = made?.statement ?? '';
        const nodes = await explain(tx, statement, params);
        for (const relation of scanned(nodes)) faults.push(`${what}: the page reads all of ${relation}`);
        const dropped = Math.max(0, ...nodes.map((node) => node['Rows Removed by Filter'] ?? 0));
        if (list.first.some((name) => name in filter) && dropped > 5_000) {
          faults.push(`${what}: the page drops ${dropped} rows one by one`);
        }
        // Functions that show a row are missing in the plan; the blocks that they read are counted.
        const blocks = (nodes[0]?.['Shared Hit Blocks'] ?? 0) + (nodes[0]?.['Shared Read Blocks'] ?? 0);
        if (blocks > MOST_BLOCKS) faults.push(`${what}: the page reads ${blocks} blocks`);
        if (json !== '{}') return null;
        await tx.exec(`prepare asked (jsonb, jsonb, int, tsquery, uuid[]) as ${statement}`);
        const [row] = await tx.query<Record<string, { next: { keys: unknown } | null }>>(
          `execute asked (${params})`,
        );
        await tx.exec('deallocate asked');
        return Object.values(row ?? {})[0]?.next?.keys ?? null;
      };
      const next = await page(null);
      if (next !== null) await page(next);
      const counting = await explain(
        tx,
        given?.count ?? '',
        `${quoted(json)}, null, 0, ${quoted(given?.query ?? null)},
        ${quoted(given?.people ?? null)}`,
      );
      for (const relation of scanned(counting)) faults.push(`${what}: the count reads all of ${relation}`);
      return faults;
    });
  }

  const definition = async (name: string): Promise<List> => {
    const [list] = await database.query<List>(
      'select name, filters, sorts, default_sort, search, first, is_small from app.admin_lists where name = $1',
      [name],
    );
    if (!list) throw new Error(`there is no list ${name}`);
    return list;
  };

  it('are all listed here, with those that may be read whole', async () => {
    const lists = await database.query<List>('select name, is_small from app.admin_lists order by name');
    expect(lists.map(({ name }) => name)).toEqual([...ADMIN_LISTS].sort());
    expect(lists.filter((list) => list.is_small).map(({ name }) => name)).toEqual(SMALL);
  });

  describe.each(ADMIN_LISTS.filter((name) => !SMALL.includes(name)))('%s', (name) => {
    it('has that many rows here', async () => {
      const list = await definition(name);
      const [row] = await database.query<{ n: number }>(
        `select count(*)::int as n from ${await sourceOf(list.name)}`,
      );
      expect(row?.n).toBeGreaterThanOrEqual(ROWS);
    });

    it('is read in the order of its sorts from where a page ended, without extra rows', async () => {
      const list = await definition(name);
      for (const sort of Object.keys(list.sorts)) {
        for (const sorted of [sort, `-${sort}`]) {
          expect(await check(list, {}, sorted)).toEqual([]);
          expect([sorted, await readForPage(list, sorted)]).toEqual([sorted, 51]);
        }
      }
    });

    it('has an index for every filter and search', async () => {
      const list = await definition(name);
      const faults: string[] = [];
      for (const filter of Object.keys(list.filters)) {
        const values =
          SAMPLES[`${name}.${filter}`] ??
          SAMPLES[filter] ??
          (IDS[filter]
            ? [(await database.query<{ id: string }>(IDS[filter]))[0]?.id]
            : filter.endsWith('_id') && [ID]);
        if (!values) throw new Error(`there is no sample for ${name}.${filter}`);
        for (const value of values) {
          for (const sort of Object.keys(list.sorts)) {
            faults.push(...(await check(list, { [filter]: value }, sort)));
          }
        }
      }
      for (const search of list.search === null ? [] : SEARCHES) {
        for (const sort of Object.keys(list.sorts)) faults.push(...(await check(list, { search }, sort)));
      }
      expect(faults).toEqual([]);
    });
  });

  it.each([
    [null, null, null],
    ['student', null, null],
    [null, 'city_id', null],
    ['teacher', 'city_id', 'style_id'],
    [null, null, 'style_id'],
  ] as const)(
    'counts whom a message reaches (%s, %s, %s) without reading a table from end to end',
    async (role, city, style) => {
      const idOf = async (name: string | null) =>
        name === null ? null : ((await database.query<{ id: string }>(IDS[name] ?? ''))[0]?.id ?? null);
      const [cityId, styleId] = [await idOf(city), await idOf(style)];
      await database.transaction(async (tx) => {
        await tx.exec('set local enable_seqscan = off');
        const [made] = await tx.query<{ statement: string }>(
          `select 'select count(*) from (' || app.bulk_new_statement($1, $2, $3) || ') n' as statement`,
          [role, cityId, styleId],
        );
        await tx.exec(`prepare planned (text, uuid, uuid, text, text, text) as ${made?.statement}`);
        const quoted = [role, cityId, styleId, 'Baile', 'Venha dançar', null]
          .map((value) => (value === null ? 'null' : `'${value}'`))
          .join();
        const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `explain (format json, analyze, timing off) execute planned (${quoted})`,
        );
        await tx.exec('deallocate planned');
        if (!row) throw new Error('no plan');
        expect(scanned(flat(row['QUERY PLAN'][0].Plan))).toEqual([]);
      });
    },
  );

  it('finds the next recipients of a bulk message by its index', async () => {
    const nodes = await database.transaction((tx) =>
      tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json, analyze, timing off) select r.person_id from public.bulk_notification_recipients r
         where r.bulk_id = '0000000e-0000-4000-8000-000000000007' and r.state = 'waiting'
         order by r.person_id limit 100 for update skip locked`,
      ),
    );
    const read = flat(nodes[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' });
    expect(scanned(read)).toEqual([]);
    expect(Math.max(0, ...read.map((node) => node['Rows Removed by Filter'] ?? 0))).toBeLessThan(100);
  });

  const sourceOf = async (name: string) => {
    const [row] = await database.query<{ source: string }>(
      `select source || ' where ' || condition as source from app.admin_lists where name = $1`,
      [name],
    );
    return row?.source;
  };

  /** The number of rows that an unfiltered page reads from the list's table. */
  async function readForPage(list: List, sort: string): Promise<number | undefined> {
    return database.transaction(async (tx) => {
      const [made] = await tx.query<{ statement: string }>(
        `select app.admin_page_statement($1, '{}', $2, false, false) as statement`,
        [list.name, sort],
      );
      const nodes = await explain(tx, made?.statement ?? '', `'{}', null, 50, null, null`);
      const scan = nodes.find((node) => /Index (Only )?Scan/.test(node['Node Type']));
      return scan?.['Actual Rows'];
    });
  }
});
