/**
 * Checks the budget of the first screen: gzipped JavaScript that /search needs before its first results.
 * Follows the build's manifest, so that every new static import counts. And those of the two workers, which
 * every visitor loads after that.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Limit in kilobytes (1,000 bytes) of gzip. */
const BUDGET_KB = 163;
const WORKERS_KB: readonly [RegExp, number][] = [
  [/^assets\/worker-[\w-]+\.js$/, 82.5],
  [/^sw\.js$/, 40.5],
];
/** The entry contains the search page. */
const ROOTS = ['index.html'];

interface Chunk {
  file: string;
  imports?: string[];
}

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;

function closure(keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}: a root of the budget was renamed.`);
    seen.add(key);
    closure(chunk.imports ?? [], seen);
  }
  return seen;
}

const gzipSize = (file: string) => gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length;

const sizes = [...closure(ROOTS)]
  .map((key) => manifest[key]?.file ?? '')
  .concat('boot.js')
  .map((file) => ({ file, bytes: gzipSize(file) }))
  .sort((a, b) => b.bytes - a.bytes);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

for (const { file, bytes } of sizes) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
console.log(
  `${total.toFixed(1).padStart(7)} kB  before the first results on /search (budget ${BUDGET_KB} kB)`,
);
if (total > BUDGET_KB) process.exitCode = 1;

const files = readdirSync('dist', { recursive: true, encoding: 'utf8' });
for (const [name, budget] of WORKERS_KB) {
  const [worker, ...others] = files.filter((file) => name.test(file));
  if (!worker || others.length > 0) throw new Error(`The build has not one file ${name}`);
  const size = gzipSize(worker) / 1000;
  console.log(`${size.toFixed(1).padStart(7)} kB  ${worker} (budget ${budget} kB)`);
  if (size > budget) process.exitCode = 1;
}
