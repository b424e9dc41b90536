/** Cities and dance styles are chosen in one kind of field everywhere (src/ui/name-field), never in a native select. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SELECT = /<(?:SelectField|NativeSelect|select)\b[\s\S]*?(?:\/>|<\/)/g;
/** Takes its label from a table or from the caller; the tables of these are read below. */
const GENERAL = [
  'ui/fields.tsx',
  'features/admin/core/record-fields.tsx',
  'features/admin/table/toolbar.tsx',
  'features/teachers/search/criterion-fields.tsx',
];
/** An entry of such a table that has options. */
const ENTRY = /\{[^{}]*\blabel: [^{}]*\b(?:options|all): [^{}]*\}/g;

const NAMES = /estilo|cidade|\b(?:dance_?)?styles?(?:id)?\b|\bcit(?:y|ies)(?:id)?\b/i;
const isChosenByTyping = (entry: string) =>
  /\bplace: '(?:city|style)'|\bkind: '(?:city|style|many)'/.test(entry);

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));

const selects = sources.flatMap(({ file, text }) =>
  (text.match(SELECT) ?? []).map((select) => ({ file, select })),
);

it('a native select says in its label what it lists, and lists neither cities nor dance styles', () => {
  expect(selects.length).toBeGreaterThan(15);
  const unlabelled = selects.filter(({ select }) => !/\blabel="/.test(select));
  expect([...new Set(unlabelled.map(({ file }) => file))].sort()).toEqual(GENERAL.toSorted());
  expect(selects.filter(({ select }) => NAMES.test(select))).toEqual([]);
});

it('the entries of filters and records that list cities or dance styles are chosen by typing', () => {
  const entries = sources.flatMap(({ text }) => text.match(ENTRY) ?? []);
  const names = entries.filter((entry) => /label: '(?:Cidade|Estilo)/.test(entry) || isChosenByTyping(entry));
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((entry) => !isChosenByTyping(entry))).toEqual([]);
});
