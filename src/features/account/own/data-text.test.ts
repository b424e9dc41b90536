import { describe, expect, it } from 'vitest';
import { linesOf, valueText } from './data-text';

describe('what is held about me, in words', () => {
  it.each([
    [null, '—'],
    [[], '—'],
    [true, 'Sim'],
    [false, 'Não'],
    [0, '0'],
    ['2026-11-20T21:30:00Z', '20/11/2026, 18:30'],
    [['particular', 'grupo'], 'particular, grupo'],
    [{ a: 1 }, '{"a":1}'],
  ])('says of %o: %s', (value, text) => {
    expect(valueText(value)).toBe(text);
  });

  it('leaves nothing out but the bookkeeping, and names what it does not know', () => {
    expect(linesOf({ name: 'Ana', _xid: 4, favourite: 'Zouk' })).toEqual([
      { label: 'Nome', text: 'Ana' },
      { label: 'favourite', text: 'Zouk' },
    ]);
  });
});
