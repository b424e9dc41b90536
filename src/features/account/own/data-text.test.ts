import { describe, expect, it } from 'vitest';
import { linesOf, valueText } from './data-text';

describe('data held about the user, in words', () => {
  it.each([
    [null, '—'],
    [[], '—'],
    [true, 'Sim'],
    [false, 'Não'],
    [0, '0'],
    ['2026-11-20T21:30:00Z', '20/11/2026, 18:30'],
    [['particular', 'grupo'], 'particular, grupo'],
    [{ a: 1 }, '{"a":1}'],
  ])('describes %o as %s', (value, text) => {
    expect(valueText(value)).toBe(text);
  });

  it('leaves out only internal fields, and shows unknown fields under their own name', () => {
    expect(linesOf({ name: 'Ana', _xid: 4, favourite: 'Zouk' })).toEqual([
      { label: 'Nome', text: 'Ana' },
      { label: 'favourite', text: 'Zouk' },
    ]);
  });
});
