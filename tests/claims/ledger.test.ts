/** Compares the sentences of the product's pages with the ledger, and the ledger with the tests that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLAIMS, NO_CLAIM } from './claims.ts';
import { productSentences, sourceTexts, split } from './sentences.ts';

interface Line {
  claims: string[];
  text: string;
}
const lines: Line[] = readFileSync('tests/claims/sentences.tsv', 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [claims = '', text = ''] = line.split('\t');
    return { claims: claims.split(', '), text };
  });

it('every sentence of the product has its line in the ledger, and every line its sentence', () => {
  const stated = new Set(productSentences().map(({ text }) => text));
  const listed = new Set(lines.map(({ text }) => text));
  expect([...stated].filter((text) => !listed.has(text))).toEqual([]);
  expect([...listed].filter((text) => !stated.has(text))).toEqual([]);
  expect(listed.size).toBe(lines.length);
});

it('every line names claims, or the reason why it makes none', () => {
  const unknown = lines.filter(({ claims }) => {
    const isNone = claims.length === 1 && (claims[0] ?? '') in NO_CLAIM;
    return !isNone && !claims.every((claim) => claim in CLAIMS);
  });
  expect(unknown).toEqual([]);
});

it('every claim is made by a sentence, and each of its checks is a test that runs', () => {
  const made = new Set(lines.flatMap(({ claims }) => claims));
  expect(Object.keys(CLAIMS).filter((claim) => !made.has(claim))).toEqual([]);
  const missing = Object.values(CLAIMS)
    .flat()
    .filter(([file, title]) => !existsSync(file) || !titles(file).some((one) => one.includes(title)));
  expect(missing).toEqual([]);
});

/** Titles of the tests of a file, without those that are skipped. */
function titles(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const found = source.matchAll(/\b(?:it|test|confirming)(?:\.each\([^;]*?\))?\(\s*(['"`])([\s\S]*?)\1/g);
  return [...found].map(([, , title = '']) => title);
}

it('a sentence is read whole from an element with its inline elements, and split at its end', () => {
  const source =
    'const a = <p title="Um texto qualquer aqui.">Olá, <b>gente</b>{" "}boa. Veja o art. 7º já!</p>;';
  expect(sourceTexts(source).flatMap(split)).toEqual([
    'Olá, gente boa.',
    'Veja o art. 7º já!',
    'Um texto qualquer aqui.',
  ]);
});
