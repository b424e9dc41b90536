import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askedFilters,
  countFilters,
  FILTER_MAX_LENGTH,
  filtersFromQuery,
  NO_CRITERIA,
  NO_FILTERS,
  queryWithFilters,
} from './search-url';

describe('filters in the URL', () => {
  it('are names, and a page number only above 1', () => {
    const filters = { name: 'ana', style: 'Forró', city: 'São Paulo', page: 2 };
    const query = queryWithFilters('', filters);
    expect(decodeURIComponent(query.replaceAll('+', ' '))).toBe(
      '?name=ana&style=Forró&city=São Paulo&page=2',
    );
    expect(queryWithFilters('', { ...filters, page: 1 })).not.toContain('page');
    expect(queryWithFilters(query, NO_FILTERS)).toBe('');
  });

  it('keep unrelated parameters', () => {
    expect(queryWithFilters('?utm_source=x&name=old', { ...NO_FILTERS, city: 'Vitória' })).toBe(
      `?utm_source=x&city=${encodeURIComponent('Vitória')}`,
    );
  });

  it.each(['0', '-3', '1.5', 'dois', 'NaN', '1e99', '99999999999', ''])('take page=%s as page 1', (page) => {
    expect(filtersFromQuery(`?page=${page}`).page).toBe(1);
  });

  it('are cut to their maximum length', () => {
    expect(filtersFromQuery(`?name=${'a'.repeat(5000)}`).name).toHaveLength(FILTER_MAX_LENGTH);
  });

  it('have nothing that nobody sees, and no half of an emoji, which the server refuses', () => {
    const query = `?name=ana%00&style=Forr%C3%B3%E2%80%8B&city=+%EF%BB%BF&area=${'a'.repeat(79)}%F0%9F%98%80&couples=%E2%80%8B`;
    expect(filtersFromQuery(query)).toEqual({
      ...{ name: 'ana', style: 'Forró', city: '', page: 1, area: 'a'.repeat(79) },
    });
    const pasted = { ...NO_FILTERS, name: 'a\u200bna ', area: 'Prai\ud83d\u0000a', level: undefined };
    expect(askedFilters(pasted)).toEqual({ ...pasted, name: 'ana ', area: 'Praia' });
  });

  it('survive the way into the URL and back', () => {
    const value = fc
      .string({ maxLength: FILTER_MAX_LENGTH, unit: 'grapheme-ascii' })
      .map((text) => text.trim());
    fc.assert(
      fc.property(value, value, value, fc.integer({ min: 1, max: 1000 }), (name, style, city, page) => {
        const filters = { name, style, city, page };
        expect(filtersFromQuery(queryWithFilters('', filters))).toEqual(filters);
      }),
    );
  });

  it('have the criteria that decide a lesson, each only when set', () => {
    const query = '?city=Natal&area=Ponta+Negra&when=terca-noite&level=iniciante&couples=sim';
    const filters = filtersFromQuery(`${query}&place=&role=+`);
    expect(filters).toEqual({
      ...{ name: '', style: '', city: 'Natal', page: 1 },
      ...{ area: 'Ponta Negra', when: 'terca-noite', level: 'iniciante', couples: 'sim' },
    });
    expect(queryWithFilters('?area=x&check=foto', filters)).toBe(query);
    expect(countFilters(filters)).toBe(5);
    expect(countFilters({ ...filters, ...NO_CRITERIA })).toBe(1);
  });

  it('are counted', () => {
    expect(countFilters({ name: '  ', style: 'Zouk', city: '', page: 4 })).toBe(1);
  });
});

describe('filters in the URL of a page that presets style and city', () => {
  const preset = { style: 'Forró', city: 'Salvador' };

  it('omit the preset values', () => {
    expect(filtersFromQuery('', preset)).toEqual({ name: '', ...preset, page: 1 });
    expect(queryWithFilters('', { name: '', ...preset, page: 1 }, preset)).toBe('');
  });

  it('contain a different choice, or an empty one', () => {
    for (const filters of [
      { name: 'ana', style: 'Forró', city: 'Vitória', page: 2 },
      { name: '', style: '', city: '', page: 1 },
    ])
      expect(filtersFromQuery(queryWithFilters('', filters, preset), preset)).toEqual(filters);
    expect(queryWithFilters('?utm_source=x', { name: '', style: 'Forró', city: '', page: 1 }, preset)).toBe(
      '?utm_source=x&city=',
    );
  });
});
