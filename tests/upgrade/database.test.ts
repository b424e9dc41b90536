/**
 * The database of every kept release migrates to this tree: nothing is lost or changed, statistics stand as they were,
 * and a phone that has pulled everything finds nothing new and the same history.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLLECTIONS, PRIVATE_COLLECTIONS } from '@/db/rows/collections';
import { openDatabase } from '../../supabase/embedded/database/open.ts';
import type { Database, Statements } from '../../supabase/embedded/database.ts';
import { otherPostgres } from '../hosted/postgres-17';
import { actAs } from '../support/database';
import { findPostgres, startPostgres } from '../support/postgres';
import { columnsOf, countsOf, type Dump, rowCounts, rowsOf } from './support/database-dump';
import { keptReleases, whyNone } from './support/kept';
import { migrateToTree, restoreRelease } from './support/kept-database';
import { MEANT_CHANGES } from './support/meant-changes';

const releases = keptReleases();
const isFull = process.env.TEST_FULL === '1';

interface Driver {
  name: string;
  open(): Promise<{ database: Database; close(): Promise<void> }>;
}

const pglite: Driver = {
  name: 'PGlite',
  open: async () => {
    const database = await openDatabase({ driver: 'pglite' });
    return { database, close: () => database.close() };
  },
};

const postgres = (name: string, programs?: () => string): Driver => ({
  name,
  open: async () => {
    const cluster = await startPostgres(programs ? { programs: programs() } : {});
    const database = await openDatabase({ driver: 'postgres', url: await cluster.createDatabase() });
    const close = async () => {
      await database.close();
      await cluster.stop();
    };
    return { database, close };
  },
});

const DRIVERS: Driver[] = [
  pglite,
  ...(findPostgres().found ? [postgres('PostgreSQL')] : []),
  ...(isFull ? [postgres('PostgreSQL 17', () => otherPostgres() ?? '')] : []),
];

if (releases.length === 0) {
  it('no release is kept, which is right before 1.0.0 only', () => {
    console.info(whyNone());
  });
} else if (!findPostgres().found && process.env.CI === 'true') {
  it('PostgreSQL is here', () => expect(findPostgres()).toMatchObject({ found: true }));
}

/** The people whose phones have pulled everything before. */
const PEOPLE = { student: 'aluno@danceflix.test', teacher: 'professor@danceflix.test' } as const;

interface Page {
  epoch: string;
  rows: { id: string }[];
  checkpoint: { xid: number; id: string } | null;
}

interface Pulled {
  epoch: string;
  rows: string[];
  last: { xid: number; id: string } | null;
}

/** Pulls as a phone does: page after page from a checkpoint. */
async function pull(tx: Statements, name: string, from: Pulled['last']): Promise<Pulled> {
  const pulled: Pulled = { epoch: '', rows: [], last: from };
  for (;;) {
    const [answer] = await tx.query<{ page: Page }>(
      `select public.pull_${name}($1::text::bigint, $2::text::uuid, 500) as page`,
      [pulled.last === null ? null : String(pulled.last.xid), pulled.last?.id ?? null],
    );
    const page = answer?.page;
    if (!page) throw new Error(`pull_${name} answered nothing`);
    pulled.epoch = page.epoch;
    if (page.rows.length === 0 || page.checkpoint === null) break;
    pulled.rows.push(...page.rows.map((row) => JSON.stringify(row)));
    pulled.last = page.checkpoint;
  }
  return pulled;
}

type Pulls = Record<string, Pulled>;

async function pullAll(db: Database, from: Pulls = {}): Promise<Pulls> {
  const pulls: Pulls = {};
  const take = async (who: string, tx: Statements, names: readonly string[]) => {
    for (const name of names)
      pulls[`${who} ${name}`] = await pull(tx, name, from[`${who} ${name}`]?.last ?? null);
  };
  await db.transaction(async (tx) => {
    await actAs(tx, 'anon', null);
    await take('visitor', tx, COLLECTIONS);
  });
  for (const [who, email] of Object.entries(PEOPLE)) {
    const [person] = await db.query<{ id: string }>('select id from auth.users where email = $1', [email]);
    if (!person) throw new Error(`${email} is not in the database`);
    await db.transaction(async (tx) => {
      await actAs(tx, 'authenticated', person.id);
      await take(who, tx, PRIVATE_COLLECTIONS);
    });
  }
  return pulls;
}

async function contents(db: Database, columns: Map<string, string[]>): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>();
  for (const [table, names] of columns) all.set(table, await rowsOf(db, table, names));
  return all;
}

describe.each(releases)('The database of $version', (release) => {
  describe.each(DRIVERS)('on $name', ({ open }) => {
    let database: Database;
    let close: () => Promise<void>;
    let dump: Dump;
    let before: { counts: Record<string, number>; rows: Map<string, string[]>; pulls: Pulls };
    let columns: Map<string, string[]>;
    let seconds = 0;

    beforeAll(async () => {
      ({ database, close } = await open());
      dump = await restoreRelease(database, release);
      columns = await columnsOf(database);
      // A first pull may write: it settles the history.
      await pullAll(database);
      const pulls = await pullAll(database);
      before = { counts: await rowCounts(database), rows: await contents(database, columns), pulls };
      const started = Date.now();
      const applied = await migrateToTree(database, dump);
      seconds = (Date.now() - started) / 1_000;
      console.info(`${release.version}: ${applied.length} migrations in ${seconds.toFixed(1)} s`);
    });
    afterAll(() => close?.());

    it('is as it was kept', () => {
      const kept = countsOf(dump);
      for (const [table, count] of Object.entries(kept))
        expect([table, before.counts[table]]).toEqual([table, count]);
    });

    it('keeps every row, and what it says', async () => {
      const counts = await rowCounts(database);
      const now = await columnsOf(database);
      for (const [table, rows] of before.rows) {
        const meant = MEANT_CHANGES.find((one) => one.since === release.version && one.table === table);
        if (meant?.columns === 'all') continue;
        expect([table, counts[table]]).toEqual([table, before.counts[table]]);
        // A column that is gone was removed two releases after its last use; the contract says whether phones ask for it.
        const both = (columns.get(table) ?? []).filter(
          (name) => now.get(table)?.includes(name) && !meant?.columns.includes(name),
        );
        expect(only(await rowsOf(database, table, both), both), table).toEqual(only(rows, both));
      }
    });

    it('a phone that had pulled everything finds nothing new, and the same history', async () => {
      const next = await pullAll(database, before.pulls);
      const full = await pullAll(database);
      for (const [name, { rows, epoch }] of Object.entries(before.pulls)) {
        expect([name, next[name]?.epoch, next[name]?.rows]).toEqual([name, epoch, []]);
        expect([name, full[name]?.rows.map((row, at) => likeBefore(row, rows[at]))]).toEqual([name, rows]);
      }
      const all = Object.values(before.pulls).reduce((sum, { rows }) => sum + rows.length, 0);
      expect(all).toBeGreaterThan(100);
    });
  });
});

/** The row without the fields that the row before has not: a release may add some. */
function likeBefore(row: string, before = '{}'): string {
  const [now, fields] = [row, before].map((text) => JSON.parse(text) as Record<string, unknown>);
  return JSON.stringify(Object.fromEntries(Object.keys(fields ?? {}).map((name) => [name, now?.[name]])));
}

/** Rows with only these columns, sorted. */
const only = (rows: readonly string[], columns: readonly string[]): string[] =>
  rows
    .map((row) => {
      const all = JSON.parse(row) as Record<string, unknown>;
      return JSON.stringify(
        Object.fromEntries(columns.flatMap((name) => (name in all ? [[name, all[name]]] : []))),
      );
    })
    .sort();
