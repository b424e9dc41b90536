import { expect, it } from 'vitest';
import { compareNames } from './compare-names';

it('marks entries of only one side, and sorts in Brazilian order', () => {
  expect(compareNames(['Zouk', 'Ágil', 'Forró'], ['Forró', 'Tango'])).toEqual({
    local: [
      { name: 'Ágil', only: true },
      { name: 'Forró', only: false },
      { name: 'Zouk', only: true },
    ],
    database: [
      { name: 'Forró', only: false },
      { name: 'Tango', only: true },
    ],
  });
});
