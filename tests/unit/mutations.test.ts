/** The rules that the mutation run breaks are in the code as its list says; the run itself takes hours. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTATIONS } from '../sync/mutations/list';

test('every rule of the list of mutations is found in its file', () => {
  const lost = MUTATIONS.filter(({ file, from }) => !readFileSync(join('src', file), 'utf8').includes(from));
  expect(lost.map(({ rule }) => rule)).toEqual([]);
});
