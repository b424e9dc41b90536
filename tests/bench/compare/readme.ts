/** `npm run bench -- --readme`: puts the tables of the kept runs into tests/bench/README.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readRun } from './results.ts';
import { changesTable, remarks, runTables } from './tables.ts';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BEGIN = '<!-- bench:begin, written by npm run bench -- --readme -->';
const END = '<!-- bench:end -->';

/** Throws when nothing is measured, or the README has no place for the tables. */
export async function writeReadme(): Promise<void> {
  const [before, now] = await Promise.all([readRun('before'), readRun('now')]);
  const parts = [
    ...(now ? ['## Now', runTables(now)] : []),
    ...(now && before ? ['## Before and now', changesTable(before, now)] : []),
    ...(before ? ['## Before', runTables(before)] : []),
  ];
  if (parts.length === 0) throw new Error('Nothing is measured yet: npm run bench -- --compare');
  const text = await readFile(README, 'utf8');
  const [head, rest] = text.split(BEGIN);
  const tail = rest?.split(END)[1];
  if (head === undefined || tail === undefined)
    throw new Error(`tests/bench/README.md lacks ${BEGIN} and ${END}`);
  await writeFile(README, `${head}${BEGIN}\n\n${[...parts, remarks()].join('\n\n')}\n\n${END}${tail}`);
}
