/** `npm run bench -- --readme`: puts the tables of measured.json into tests/bench/README.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readResults } from './results.ts';
import { tables } from './tables.ts';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BEGIN = '<!-- bench:begin, written by npm run bench -- --readme -->';
const END = '<!-- bench:end -->';

/** Throws when nothing is measured, or the README has no place for the tables. */
export async function writeReadme(): Promise<void> {
  const results = await readResults();
  if (Object.keys(results).length === 0)
    throw new Error('Nothing is measured yet: npm run bench -- --compare');
  const text = await readFile(README, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`tests/bench/README.md lacks ${BEGIN} and ${END}`);
  await writeFile(README, `${before}${BEGIN}\n\n${tables(results)}\n\n${END}${after}`);
}
