/** Compares the sentences of the product's pages with the ledger, and the ledger with the tests that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CLAIMS, NO_CLAIM } from './claims.ts';
import { KINDS, type LedgerLine, linesOf, unquoted } from './quotes.ts';
import { productSentences, sourceTexts, split } from './sentences.ts';
import { shownBy, testsIn } from './titles.ts';
import { untrueWith } from './untrue.ts';

const lines = linesOf(readFileSync('tests/claims/sentences.tsv', 'utf8'));
const ids: Readonly<Record<string, string>> = CLAIMS;

const files = ['src', 'sw', 'scripts', 'supabase', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);
const tests = files.flatMap((file) => testsIn(readFileSync(file, 'utf8')));

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

it('a sentence that needs somebody is untrue while there is nobody, and true with one', () => {
  expect(lines.filter(({ needs }) => needs && !KINDS.includes(needs))).toEqual([]);
  const counts = { teachers: 1, supporters: 1, sponsors: 1, events: 1, dancers: 1, articles: 1 };
  const said = (untrue: RegExp[], text: string) => untrue.some((one) => one.test(text));
  const shown =
    'Aqui:\nGente que põe um pouco todo mês para que aprender a dançar continue simples e sem taxa. Obrigado!';
  expect(said(untrueWith({ ...counts, supporters: 0 }, lines), shown)).toBe(true);
  expect(said(untrueWith({ ...counts, sponsors: 0 }, lines), shown)).toBe(false);
  expect(untrueWith(counts, lines)).toEqual([]);
});

it('every claim is made by a sentence, has an id of its own, and a test whose title carries it', () => {
  const made = new Set(lines.flatMap(({ claims }) => claims));
  expect(Object.keys(CLAIMS).filter((claim) => !made.has(claim))).toEqual([]);
  const all = Object.values(CLAIMS);
  expect(new Set(all).size).toBe(all.length);
  const shown = new Set(tests.flatMap(shownBy));
  expect(all.filter((id) => !shown.has(id))).toEqual([]);
  expect([...shown].filter((id) => !all.some((one) => one === id))).toEqual([]);
});

it('a number, an absolute word, or who sees what, stands quoted beside a test that shows it', () => {
  expect(unquoted(lines, ids, tests)).toEqual([]);
});

const PLANTED: [kind: string, text: string][] = [
  ['number', 'as lidas são apagadas depois de 30 dias.'],
  ['nunca', 'A senha nunca é mostrada, e o nome nunca é público.'],
  ['sempre', 'O e-mail é sempre mostrado a quem pede.'],
  ['todos', 'Todos os alunos são conferidos.'],
  ['who sees what', 'Leem o aluno, o professor e quem patrocina.'],
];

it.each(PLANTED)('an untruth is noticed: %s', (_, text) => {
  const planted: LedgerLine[] = [...lines, { claims: ['read notices go', 'e-mail is never public'], text }];
  expect(unquoted(planted, ids, tests)).toEqual([text]);
});

it('a sentence is read whole from an element with its inline elements, and split at its end', () => {
  const source =
    'const a = <p title="Um texto qualquer aqui.">Olá, <b>gente</b>{" "}boa. Veja o art. 7º já!</p>;';
  expect(sourceTexts(source).flatMap(split)).toEqual([
    'Olá, gente boa.',
    'Veja o art. 7º já!',
    'Um texto qualquer aqui.',
  ]);
});
