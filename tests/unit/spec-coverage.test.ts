import { expect, test } from 'vitest';
import { coverageOf, idsInTitles, parseRows } from '../../scripts/spec-coverage.ts';

const tsv = ['A001\tmisc\t000 §1\tFirst fact\tlook', 'B002\tcard\t001 §2\tSecond fact\tlook', ''].join('\n');

test('a row is its id, group and text', () => {
  expect(parseRows(tsv)).toEqual([
    { id: 'A001', group: 'misc', text: 'First fact' },
    { id: 'B002', group: 'card', text: 'Second fact' },
  ]);
});

test('ids are found in titles of every form', () => {
  const source = [
    "test('one [\x41001]', () => {});",
    'it("two [\x41002, \x42003]", () => {});',
    'describe(`three [\x41004][\x41005]`, () => {});',
    "test.each([['x'], ['y']])('four [\x43006] %s', () => {});",
    "test.skipIf(!found())(\n  'five [\x44007]',\n  () => {},\n);",
    "test('it\\'s the sixth [\x41008]', () => {});",
    "test.each([[f(g(1))]])('seven [\x41009]', () => {});",
    "describePostgres('eight [\x41010]', () => {});",
  ].join('\n');
  expect(idsInTitles(source)).toEqual([
    'A001',
    'A002',
    'B003',
    'A004',
    'A005',
    'C006',
    'D007',
    'A008',
    'A009',
    'A010',
  ]);
});

test('an id outside a title counts for nothing', () => {
  const source = "// [\x41001]\ntest('title', () => { expect('[\x41002]').toBe(list[\x41003]); });";
  expect(idsInTitles(source)).toEqual([]);
});

test('rows are counted by group, and untested ones are listed', () => {
  const { groups, missing, unknown } = coverageOf(parseRows(tsv), new Map([['a.test.ts', ['A001']]]));
  expect(groups).toEqual([
    { group: 'card', rows: 1, shown: 0 },
    { group: 'misc', rows: 1, shown: 1 },
  ]);
  expect(missing.map((row) => row.id)).toEqual(['B002']);
  expect(unknown).toEqual([]);
});

test('an id that no row has is named with its file', () => {
  const { unknown } = coverageOf(parseRows(tsv), new Map([['a.test.ts', ['A001', 'A999']]]));
  expect(unknown).toEqual([{ id: 'A999', file: 'a.test.ts' }]);
});
