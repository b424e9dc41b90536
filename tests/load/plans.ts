/**
 * Measures each request's cost for PostgreSQL: processor time of its backend, run as PostgREST does
 * (prepared, in its own transaction, with role and claims set), the pages it touches, and the
 * tables it scans sequentially. Linux only.
 */
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import postgres from 'postgres';
import { openDatabase } from '../../supabase/embedded/database/open.ts';
import type { Database } from '../../supabase/embedded/database.ts';
import { prepareDatabase } from '../../supabase/embedded/prepare.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { startPostgres } from '../support/postgres.ts';
import { cpuOfThread } from './cpu.ts';
import { fill } from './fill.ts';
import { type DatabaseRequest, databaseRequests, sums } from './requests.ts';

const WARM_UP = 10;
const TIMES = 50;
/** Rows. A sequential scan is the fastest way to read a smaller table. */
const SMALL = 200;

type Session = ReturnType<typeof postgres>;

interface Cost {
  milliseconds: number;
  pages: number;
  readWhole: string[];
  json: number;
  gzip: number;
}

/**
 * Fills a database with this number of teachers and students and prints a line for each request, and one for a change
 * that this number of visible phones hears.
 */
export async function measurePlans(rows: number, phones: number): Promise<void> {
  const cluster = await startPostgres();
  const url = await cluster.createDatabase();
  const database = await openDatabase({ driver: 'postgres', url });
  try {
    await prepareDatabase(database, { migrationsDir });
    const student = await fill(database, rows);
    const session = postgres(url, { max: 1, onnotice: () => undefined, fetch_types: false });
    const [version] = await database.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    console.log(
      `\nPostgreSQL ${version?.version}, ${rows} teachers, ${rows} students: for each request\n` +
        `${'request'.padEnd(32)} processor    pages   JSON     gzip  read from end to end`,
    );
    await measureChange(session, database, student, phones);
    const costs = new Map<string, Cost>();
    for (const request of await databaseRequests(database, student)) {
      const cost = await measure(session, database, request, student);
      costs.set(request.name, cost);
      printCost(request.name, cost);
    }
    await session.end();
    for (const [name, parts] of Object.entries(sums(rows))) printCost(name, sumOf(parts, costs));
    const [size] = await database.query<{ bytes: string }>(
      'select pg_database_size(current_database())::text as bytes',
    );
    console.log(`the database: ${Math.round(Number(size?.bytes) / 1e6)} MB`);
  } finally {
    await database.close();
    await cluster.stop();
  }
}

/** Changes that are measured, each with its share of the phones: the machine's other work changes meanwhile. */
const CHANGES = 6;

/** Statements that PostgreSQL answers after a write before its hint counts as lost. */
const HINT_ROUNDS = 2_000;

interface Hint {
  after: { xid: number; id: string };
  checkpoint: { xid: number; id: string };
}

/**
 * One public change with so many phones. A phone that heard the hint continues at its end; one that did not gets the row
 * with its next timed request. A hint without rows causes a request of each phone.
 */
async function measureChange(
  session: Session,
  database: Database,
  student: string,
  phones: number,
): Promise<void> {
  const [backend] = await session`select pg_backend_pid() as pid`;
  const pid = Number(backend?.pid);
  const spent = { quiet: 0, write: 0, heard: 0, missed: 0, asking: 0 };
  const measured = async (what: keyof typeof spent, times: number, work: () => Promise<unknown>) => {
    const began = cpuOfThread(pid);
    for (let count = 0; count < times; count += 1) await work();
    spent[what] += (cpuOfThread(pid) - began) / 1000;
  };
  const find = async (name: string) => {
    const found = (await databaseRequests(database, student)).find((request) => request.name === name);
    if (!found) throw new Error(`${name} is no request`);
    return found;
  };
  const [listed] = await database.query<{ id: string }>(
    'select l.id from public.teacher_listings l join public.teachers t on t.id = l.id where not l._deleted limit 1',
  );
  const write = (bio: string) =>
    session`update public.teachers set bio = ${bio} where id = ${listed?.id ?? ''}`;
  const hints: Hint[] = [];
  const stop = await database.listen('realtime_broadcast', (text) => {
    const { event, payload } = JSON.parse(text) as { event: string; payload: Hint };
    if (event === 'teachers') hints.push(payload);
  });
  await write('Aula na praia.');
  const share = Math.ceil(phones / CHANGES);
  for (let change = 1; change <= CHANGES; change += 1) {
    const timed = await find('all public, nothing new');
    const alone = await find('teachers alone, nothing new');
    if (change === 1) for (let round = 0; round < WARM_UP; round += 1) await call(session, timed, student);
    await measured('quiet', share, () => call(session, timed, student));
    await session`select setval('app.hinted_teachers', 1)`;
    hints.length = 0;
    await measured('write', 1, () => write(`Aula na lagoa ${change}.`));
    for (let round = 0; hints.length === 0 && round < HINT_ROUNDS; round += 1) {
      await database.query('select 1');
      await setTimeout(5);
    }
    const continued = continuedAt(timed, hints[0]);
    const { same } = JSON.parse(await call(session, continued, student)) as { same: string[] };
    if (!same.includes('teachers')) throw new Error('its hint was not whole');
    await measured('heard', share, () => call(session, continued, student));
    await measured('missed', share, () => call(session, timed, student));
    await measured('asking', share, () => call(session, alone, student));
  }
  await stop();
  const s = (seconds: number) => `${seconds.toFixed(2)} s`;
  const writing = spent.write / CHANGES;
  console.log(
    `one change, ${share * CHANGES} phones: the write with its hint ${s(writing)}; a timed request of each phone ${s(spent.quiet)},` +
      ` after the hint ${s(spent.heard)}, without it ${s(spent.missed)}.\n` +
      `  The change costs ${s(writing + spent.heard - spent.quiet)}; with all hints lost ${s(writing + spent.missed - spent.quiet)};` +
      ` with a hint without rows ${s(writing + spent.asking)}`,
  );
}

/** The request of a phone that was up to date and has heard the hint. Throws when it could not have followed it. */
function continuedAt(timed: DatabaseRequest, hint: Hint | undefined): DatabaseRequest {
  const { asked } = timed.args() as { asked: { after: Record<string, [number, string, number]> } };
  const [xid = 0, id = ''] = asked.after.teachers ?? [];
  if (!hint) throw new Error('the change gave no hint');
  if (hint.after.xid > xid || (hint.after.xid === xid && hint.after.id > id))
    throw new Error('its hint does not follow');
  const teachers = [hint.checkpoint.xid, hint.checkpoint.id, 500];
  return { ...timed, args: () => ({ asked: { after: { ...asked.after, teachers } } }) };
}

function sumOf(parts: readonly string[], costs: ReadonlyMap<string, Cost>): Cost {
  const sum: Cost = { milliseconds: 0, pages: 0, readWhole: [], json: 0, gzip: 0 };
  for (const part of parts) {
    const cost = costs.get(part);
    if (!cost) throw new Error(`${part} was not measured`);
    for (const field of ['milliseconds', 'pages', 'json', 'gzip'] as const) sum[field] += cost[field];
  }
  return { ...sum, readWhole: [`${parts.length} requests`] };
}

function printCost(name: string, { milliseconds, pages, json, gzip, readWhole }: Cost): void {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(
    `${name.padEnd(32)} ${milliseconds.toFixed(2).padStart(6)} ms ${String(Math.round(pages)).padStart(7)} ${kB(json).padStart(9)} ${kB(gzip).padStart(8)}  ${readWhole.join(', ')}`,
  );
}

async function measure(
  session: Session,
  database: Database,
  request: DatabaseRequest,
  student: string,
): Promise<Cost> {
  for (let round = 0; round < WARM_UP; round += 1) await call(session, request, student);
  const [backend] = await session`select pg_backend_pid() as pid, pg_stat_force_next_flush()`;
  const pid = Number(backend?.pid);
  const touched = await tablesTouched(database);
  const began = cpuOfThread(pid);
  let body = '';
  for (let round = 0; round < TIMES; round += 1) body = await call(session, request, student);
  const milliseconds = (cpuOfThread(pid) - began) / TIMES;
  await session`select pg_stat_force_next_flush()`;
  const now = await tablesTouched(database);
  let pages = 0;
  const readWhole: string[] = [];
  for (const [table, { hits, scans, rows }] of now) {
    const before = touched.get(table) ?? { hits: 0, scans: 0, rows: 0 };
    pages += (hits - before.hits) / TIMES;
    const scanned = (rows - before.rows) / TIMES;
    if (scans > before.scans && scanned > SMALL) readWhole.push(`${table} (${Math.round(scanned)} rows)`);
  }
  const json = Buffer.byteLength(body);
  return { milliseconds, pages, readWhole, json, gzip: gzipSync(body).byteLength };
}

/** PostgREST's statements (12 and later) for a procedure that returns one JSON value. */
async function call(session: Session, request: DatabaseRequest, student: string): Promise<string> {
  const { role, procedure, args } = request;
  const claims = JSON.stringify({ role, ...(role === 'authenticated' && { sub: student }) });
  const values = args();
  const names = Object.keys(values);
  const given = names.map((name) => `${name} := payload.${name}`).join(', ');
  const columns = names.map((name) => `${name} ${TYPES[name] ?? 'text'}`).join(', ');
  const payload =
    names.length === 0
      ? ''
      : `, lateral (select * from json_to_record($1::text::json) as r (${columns})) payload`;
  const statement = `
    with pgrst_source as (
      select called.pgrst_scalar from (select ${names.length === 0 ? '1' : '$1::text::json'} as json_data) given ${payload},
        lateral (select public.${procedure}(${given}) as pgrst_scalar) called)
    select null::bigint as total_result_set, 1 as page_total,
      coalesce((json_agg(t.pgrst_scalar) -> 0)::text, 'null') as body,
      nullif(current_setting('response.status', true), '') as response_status
    from (select * from pgrst_source) t`;
  return session.begin(async (sql) => {
    await sql.unsafe(
      `select set_config('search_path', '"public", "extensions"', true), set_config('role', $1, true),
        set_config('request.jwt.claims', $2, true), set_config('request.method', 'POST', true),
        set_config('request.path', $3, true), set_config('request.headers', '{}', true)`,
      [role, claims, `/rpc/${procedure}`],
      { prepare: true },
    );
    await sql.unsafe('select door.before_request()', [], { prepare: true });
    const [row] = await sql.unsafe(statement, names.length === 0 ? [] : [JSON.stringify(values)], {
      prepare: true,
    });
    return String(row?.body);
  });
}

const TYPES: Readonly<Record<string, string>> = {
  after_xid: 'bigint',
  after_id: 'uuid',
  page_size: 'integer',
  page_number: 'integer',
  items_per_page: 'integer',
  admin_view: 'boolean',
  command_id: 'uuid',
  favourite: 'jsonb',
  request: 'jsonb',
  lead: 'jsonb',
  asked: 'jsonb',
};

interface Touched {
  hits: number;
  scans: number;
  rows: number;
}

async function tablesTouched(database: Database): Promise<Map<string, Touched>> {
  const tables = await database.query<{ name: string; hits: string; scans: string; rows: string }>(
    `select t.relid::regclass::text as name, t.seq_scan::text as scans, t.seq_tup_read::text as rows,
       (coalesce(b.heap_blks_hit + b.heap_blks_read, 0) + coalesce(b.idx_blks_hit + b.idx_blks_read, 0)
         + coalesce(b.toast_blks_hit + b.toast_blks_read, 0))::text as hits
     from pg_stat_user_tables t join pg_statio_user_tables b on b.relid = t.relid`,
  );
  return new Map(
    tables.map(({ name, hits, scans, rows }) => [
      name,
      { hits: Number(hits), scans: Number(scans), rows: Number(rows) },
    ]),
  );
}
