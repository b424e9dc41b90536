/**
 * `npm run compare:catalogues -- FOLDER FOLDER`: migrates one database with each folder of migrations and prints their
 * differences, function bodies last. Exits with 1 when anything but bodies differs. Needs PostgreSQL.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../supabase/embedded/database/open.ts';
import { prepareDatabase } from '../supabase/embedded/prepare.ts';
import {
  type Catalogue,
  compareCatalogues,
  type Difference,
  readCatalogue,
} from '../tests/support/catalogue.ts';
import { startPostgres, type TestCluster } from '../tests/support/postgres.ts';

async function catalogueOf(cluster: TestCluster, migrationsDir: string): Promise<Catalogue> {
  const db = await openDatabase({ driver: 'postgres', url: await cluster.createDatabase() });
  try {
    await prepareDatabase(db, { migrationsDir });
    return await readCatalogue(db);
  } finally {
    await db.close();
  }
}

const indented = (text: string) => text.replace(/^/gm, '    ');

function describe({ object, before, after }: Difference): string {
  if (after === undefined) return `- ${object}`;
  if (before === undefined) return `+ ${object}`;
  return `≠ ${object}\n  before\n${indented(before)}\n  after\n${indented(after)}`;
}

function kindsOf(catalogue: Catalogue): string {
  const kinds = new Map<string, number>();
  for (const object of catalogue.keys()) {
    const kind = object.slice(0, object.indexOf(' '));
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [first, second, ...rest] = positionals;
  if (first === undefined || second === undefined || rest.length > 0) {
    throw new Error('usage: compare-catalogues FOLDER FOLDER');
  }
  const cluster = await startPostgres();
  try {
    const before = await catalogueOf(cluster, first);
    const after = await catalogueOf(cluster, second);
    const differences = compareCatalogues(before, after);
    const isBody = ({ object, before, after }: Difference) =>
      object.startsWith('body ') && before !== undefined && after !== undefined;
    const others = differences.filter((one) => !isBody(one) && !one.object.startsWith('body '));
    const bodies = differences.filter(isBody);
    process.stdout.write(`${first}: ${kindsOf(before)}\n${second}: ${kindsOf(after)}\n\n`);
    process.stdout.write(`${others.length} objects differ\n${others.map(describe).join('\n')}\n\n`);
    process.stdout.write(
      `${bodies.length} bodies differ\n${bodies.map((one) => `≠ ${one.object}`).join('\n')}\n`,
    );
    process.exitCode = others.length > 0 ? 1 : 0;
  } finally {
    await cluster.stop();
  }
}

await main();
