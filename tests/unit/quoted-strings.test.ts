/**
 * Quoted texts of the specification appear letter by letter, English ones included (README,
 * Decisions).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseRows } from '../../scripts/spec-coverage.ts';

const ROOMS = ['src', 'supabase/migrations', 'supabase/functions', 'public'];
/** Rows whose quotes are not shown to people, or are assembled from parts by tests of their own. */
const NOT_READ = new Set([
  'Search failures yield an empty list silently',
  'Esta área é restrita para alunos/professores/administradores',
]);

/** The sources, with line breaks removed from texts as JSX does. */
function sources(): string {
  const files = ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.(tsx?|sql|js|json)$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  );
  return files.join('\n').replace(/\s+/g, ' ');
}

test('[D015] quoted strings are in the product as they are written, English ones too', () => {
  const source = sources();
  const quoted = parseRows(readFileSync('tests/spec/rows.tsv', 'utf8')).flatMap(({ id, text }) =>
    [...text.matchAll(/(?<!\p{L})'([^']+)'(?!\p{L})/gu)].map(([, words = '']) => ({ id, words })),
  );
  expect(quoted.length).toBeGreaterThan(140);
  const missing = quoted
    .filter(({ words }) => !NOT_READ.has(words))
    .filter(({ words }) => !partsOf(words).every((part) => source.includes(part)));
  expect(missing).toEqual([]);
});

/**
 * The fixed parts of a text, without placeholders: 'N professores', 'Página X de Y', '{detail}'.
 */
function partsOf(words: string): string[] {
  return words.split(/\{[^}]+\}|\b[NXY]\b/).filter((part) => part.trim() !== '');
}
