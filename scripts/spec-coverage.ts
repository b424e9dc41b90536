/**
 * `npm run spec:coverage`: lists which rows of tests/spec/rows.tsv are covered. A test covers a row by its id in square
 * brackets in the title: [B186], [A001, B002] or [A001][B002]. Exits with 1 when a title names a row that does not exist.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface SpecRow {
  id: string;
  group: string;
  text: string;
}

export interface Coverage {
  groups: { group: string; rows: number; shown: number }[];
  missing: SpecRow[];
  /** Ids in titles that are not in the specification, with their file. */
  unknown: { id: string; file: string }[];
}

/** Columns: id, group, source, text, how to check. */
export function parseRows(tsv: string): SpecRow[] {
  return tsv
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [id = '', group = '', , text = ''] = line.split('\t');
      return { id, group, text };
    });
}

/** The first argument of test(…), changingTest(…), it(…), describe…(…), or of the result of .each(…) and .skipIf(…). */
const TITLE =
  /(?:\b(?:test|it|changingTest|describe\w*)(?:\.\w+)*\(|[)`]\s*\()\s*('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)/g;
const IDS = /\[([A-D]\d{3}(?:\s*,\s*[A-D]\d{3})*)\]/g;

/** Ids named in the titles of this source text, in order, without duplicates. */
export function idsInTitles(source: string): string[] {
  const ids = new Set<string>();
  for (const [, title = ''] of source.matchAll(TITLE)) {
    for (const [, list = ''] of title.matchAll(IDS)) for (const id of list.split(',')) ids.add(id.trim());
  }
  return [...ids];
}

export function coverageOf(
  rows: readonly SpecRow[],
  named: ReadonlyMap<string, readonly string[]>,
): Coverage {
  const known = new Set(rows.map((row) => row.id));
  const shown = new Set([...named.values()].flat());
  const groups = new Map<string, { group: string; rows: number; shown: number }>();
  for (const { id, group } of rows) {
    const entry = groups.get(group) ?? { group, rows: 0, shown: 0 };
    entry.rows += 1;
    if (shown.has(id)) entry.shown += 1;
    groups.set(group, entry);
  }
  return {
    groups: [...groups.values()].sort((a, b) => a.group.localeCompare(b.group)),
    missing: rows.filter((row) => !shown.has(row.id)),
    unknown: [...named].flatMap(([file, ids]) =>
      ids.filter((id) => !known.has(id)).map((id) => ({ id, file })),
    ),
  };
}

const ROOMS = ['tests', 'src', 'sw', 'scripts', 'supabase'];

async function idsByFile(root: string): Promise<Map<string, string[]>> {
  const named = new Map<string, string[]>();
  for (const room of ROOMS) {
    const entries = await readdir(join(root, room), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile() || !/\.(test|spec)\.tsx?$/.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      named.set(relative(root, file), idsInTitles(await readFile(file, 'utf8')));
    }
  }
  return named;
}

async function main(): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const rows = parseRows(await readFile(join(root, 'tests/spec/rows.tsv'), 'utf8'));
  const { groups, missing, unknown } = coverageOf(rows, await idsByFile(root));
  for (const { group, rows: all, shown } of groups) {
    console.log(`${group.padEnd(16)} ${String(shown).padStart(3)} of ${String(all).padStart(3)}`);
  }
  console.log(`${'all'.padEnd(16)} ${String(rows.length - missing.length).padStart(3)} of ${rows.length}`);
  console.log('\nNot shown by a test:');
  for (const row of missing) console.log(`${row.id}  ${row.group}  ${row.text}`);
  if (unknown.length === 0) return;
  console.error('\nNamed in a title, but no row of the specification:');
  for (const { id, file } of unknown) console.error(`${id}  ${file}`);
  process.exitCode = 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
