import { describe, expect, it } from 'vitest';
import { qrModules, qrPath } from '@/lib/qr';
import { fitted, type Measure, wrapped } from './lines';

describe('the QR code', () => {
  const modules = qrModules('https://danceflix.test/teachers/marina-couto');

  it('is square and keeps the quiet zone of four modules free on every side', () => {
    const size = modules.length;
    expect(modules.every((row) => row.length === size)).toBe(true);
    const edge = [0, 1, 2, 3, size - 4, size - 3, size - 2, size - 1];
    for (const index of edge) {
      expect(modules[index]?.some(Boolean)).toBe(false);
      expect(modules.some((row) => row[index])).toBe(false);
    }
  });

  it('has the finder pattern in three corners', () => {
    const corner = (x: number, y: number) =>
      modules.slice(y, y + 7).map((row) =>
        row
          .slice(x, x + 7)
          .map((dark) => (dark ? '#' : '.'))
          .join(''),
      );
    const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
    const far = modules.length - 11;
    expect(corner(4, 4)).toEqual(finder);
    expect(corner(far, 4)).toEqual(finder);
    expect(corner(4, far)).toEqual(finder);
    expect(corner(far, far)).not.toEqual(finder);
  });

  it('differs for another address', () => {
    expect(qrPath(qrModules('https://danceflix.test/teachers/rafael-tavares'))).not.toBe(qrPath(modules));
    expect(qrPath([[true, false]])).toBe('M0 0h1v1h-1z');
  });
});

describe('texts on the picture', () => {
  /** Ten units a letter at size 10. */
  const measure: Measure = (text, size) => text.length * size;

  it('break between words and end with an ellipsis when the lines are not enough', () => {
    expect(wrapped('um dois três', 80, 10, 3, measure)).toEqual(['um dois', 'três']);
    expect(wrapped('um dois três quatro cinco', 80, 10, 2, measure)).toEqual(['um dois', 'três…']);
    expect(wrapped('', 80, 10, 2, measure)).toEqual([]);
  });

  it('cut a word that is wider than a line', () => {
    expect(wrapped('extraordinariamente', 80, 10, 2, measure)).toEqual(['extraor…']);
  });

  it('shrink until they fit', () => {
    expect(fitted('Ana', 100, [40, 20, 10], measure)).toBe(20);
    expect(fitted('Maria Aparecida', 100, [40, 20, 10], measure)).toBe(10);
  });
});
