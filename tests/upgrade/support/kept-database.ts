/** The database of a kept release on any driver: its own migrations, then its rows. */
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../supabase/embedded/database.ts';
import { prepareDatabase } from '../../../supabase/embedded/prepare.ts';
import { migrationsDir } from '../../support/migrations-dir';
import { type Dump, loadDump, passFor } from './database-dump';
import { FILES, type KeptRelease, recordOf } from './kept';
import { later, weeksSince } from './later';
import { unpackJson } from './pack';

/** A folder with the migrations of the release, which are frozen. */
export function migrationsOf(release: KeptRelease): string {
  const folder = mkdtempSync(join(tmpdir(), 'danceflix-migrations-'));
  for (const name of recordOf(release).migrations) {
    if (!existsSync(join(migrationsDir, name))) throw new Error(`${name} of ${release.version} is gone`);
    cpSync(join(migrationsDir, name), join(folder, name));
  }
  return folder;
}

/**
 * The tree's migrations. `UPGRADE_FAULT_SQL` names a file with one more, which breaks something: a test of these tests
 * (tests/upgrade/faults).
 */
export function presentMigrations(): string {
  const fault = process.env.UPGRADE_FAULT_SQL;
  if (!fault) return migrationsDir;
  const folder = mkdtempSync(join(tmpdir(), 'danceflix-faulty-'));
  cpSync(migrationsDir, folder, { recursive: true });
  cpSync(fault, join(folder, '20990101000000_fault.sql'));
  return folder;
}

/** The dump, moved to today. */
export function dumpOf(release: KeptRelease): { dump: Dump; recordedAt: number } {
  const { recordedAt } = unpackJson(join(release.folder, FILES.phone)) as { recordedAt: number };
  const dump = unpackJson(join(release.folder, FILES.database)) as Dump;
  const by = weeksSince(recordedAt);
  const rows = Object.fromEntries(
    Object.entries(dump.rows).map(([table, list]) =>
      // Facts about months name their first days.
      [table, table === 'app.month_facts' ? list : later(list, by, recordedAt)],
    ),
  );
  return { dump: { ...dump, rows }, recordedAt };
}

/** Makes the release's database in an empty one. */
export async function restoreRelease(db: Database, release: KeptRelease): Promise<Dump> {
  await prepareDatabase(db, { migrationsDir: migrationsOf(release) });
  const { dump } = dumpOf(release);
  await db.transaction((tx) => loadDump(tx, dump));
  return dump;
}

/** Migrates to the tree; the database still passes for the cluster that its phones know. */
export async function migrateToTree(db: Database, dump: Dump): Promise<string[]> {
  const applied = await prepareDatabase(db, { migrationsDir: presentMigrations() });
  await passFor(db, dump);
  return applied;
}
