import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lines } from './lines';

const line = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 });

test('gives each line, and finds parts and whole lines as in separate texts', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), line, fc.nat(6), (all, wanted, every) => {
      const lines = new Lines(all.join('\n'), all.length);
      expect(all.map((_, row) => lines.at(row))).toEqual(all);
      expect(lines.rowOf(wanted)).toBe(all.indexOf(wanted));
      const rows = [...all.keys()].filter((row) => row % (every + 1) === 0);
      expect(lines.having(wanted, rows)).toEqual(rows.filter((row) => all[row]?.includes(wanted)));
    }),
  );
});

test('no part goes across lines', () => {
  const lines = new Lines('ab\nba\nab', 3);
  expect(lines.having('b\nb', [0, 1, 2])).toEqual([]);
  expect(lines.rowOf('ab\nba')).toBe(-1);
});
