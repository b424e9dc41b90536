/**
 * Checks the budget of the first screen: gzipped JavaScript that /search needs before its first results.
 * Follows the build's manifest, so that every new static import counts.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Limit in kilobytes (1,000 bytes) of gzip. */
const BUDGET_KB = 165.3;
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

const sizes = [...closure(ROOTS)]
  .map((key) => manifest[key]?.file ?? '')
  .concat('boot.js')
  .map((file) => ({ file, bytes: gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length }))
  .sort((a, b) => b.bytes - a.bytes);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

for (const { file, bytes } of sizes) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
console.log(
  `${total.toFixed(1).padStart(7)} kB  before the first results on /search (budget ${BUDGET_KB} kB)`,
);
if (total > BUDGET_KB) process.exit(1);
