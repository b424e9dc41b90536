import { expect, it } from 'vitest';
import { namePattern, searchedName, similarPattern } from './name-query';

it.each([
  ['  Prof.  Marina ', 'marina'],
  ['profª Couto', 'couto'],
  ['Professora', ''],
  ['Mari\u200bna\u00ad Cou\u200dto\ufeff', 'marina couto'],
  ['Profeta', 'profeta'],
])('%j is searched as %j', (typed, searched) => {
  expect(searchedName(typed)).toBe(searched);
});

const has = (name: string, folded: string) => new RegExp(namePattern(name), 'u').test(folded);

it('words match in any order, each after the first at the beginning of a word', () => {
  expect(has('couto marina', 'marina couto')).toBe(true);
  expect(has('outo mar', 'marina couto')).toBe(true);
  expect(has('couto rina', 'marina couto')).toBe(false);
  expect(has('a*b (c', 'xa*b (c)')).toBe(true);
  expect(has("avila d'", "d'avila")).toBe(true);
});

const isSimilar = (name: string, folded: string) =>
  new RegExp(similarPattern(name) ?? 'none', 'u').test(folded);

it.each([
  ['marena', 'another letter'],
  ['amrina', 'two letters swapped'],
  ['arina', 'the first letter missing'],
  ['marinna', 'a letter too many'],
  ['marna co', 'a letter missing, and the next word begun'],
  ['coito marina', 'words in another order'],
  ['maren', 'a word that is still being typed'],
])('%j (%s) is similar to Marina Couto', (name) => {
  expect(isSimilar(name, 'marina couto')).toBe(true);
});

it.each(['merena', 'xyrina', 'marina silva', 'bruno'])('%j is not', (name) => {
  expect(isSimilar(name, 'marina couto')).toBe(false);
});

it('short words, words of other characters and more than six words are not compared loosely', () => {
  for (const name of ['ana', 'a b c', "d'av", 'ação', 'um dois tres quatro cinco seis sete'])
    expect([name, similarPattern(name)]).toEqual([name, null]);
});
