/** The form of the search file: what is written is read again, and what is damaged is refused. */
import { describe, expect, it } from 'vitest';
import { SEARCH_COLUMNS } from '../../src/db/search/search-columns';
import { COLUMN_NAMES } from '../../supabase/functions/_shared/search-file/columns.ts';
import {
  FILE_VERSION,
  readNewest,
  readSection,
  splitByCity,
  writeSection,
} from '../../supabase/functions/_shared/search-file/format.ts';

const idOf = (n: number) => `0000000${n % 10}-aaaa-4bbb-8ccc-${String(n).padStart(12, '0')}`;
const CITY = '11111111-1111-4111-8111-111111111111';
const STYLE = '22222222-2222-4222-8222-222222222222';

function teacher(n: number, fields: Record<string, unknown> = {}) {
  return {
    id: idOf(n),
    name: `José D’Ávila ${n}`,
    is_highlighted: false,
    is_featured: false,
    city_id: CITY,
    style_ids: [STYLE],
    slug: `jose-d-avila-${n}`,
    profile_image_url: `/storage/v1/object/public/profile-images/${idOf(n)}/picture-${n}-p.webp`,
    neighborhood: 'Mooca',
    modalidades_aula: ['particular', 'grupo'],
    availability: ['sabado-manha'],
    checks: 'i2611281126',
    lesson_places: ['casa'],
    levels: ['iniciante', 'avancado'],
    dance_roles: ['conduz'],
    accepts_couples: false,
    is_accessible: true,
    rating_average: 4.83,
    rating_count: 12,
    bio: null,
    ...fields,
  };
}

describe('a section', () => {
  it('gives back its rows, whatever their slugs, pictures, cities and lists are', () => {
    const rows = [
      teacher(1),
      teacher(2, { slug: 'jose-d-avila-2-4', city_id: null, style_ids: [], neighborhood: null }),
      teacher(3, { slug: null, profile_image_url: null, availability: null, rating_average: null }),
      teacher(4, { slug: 'outro', profile_image_url: 'https://elsewhere.example/a.jpg', name: '日本' }),
      teacher(5, { is_featured: true, bio: 'Danço porque gosto.' }),
      teacher(6, { is_highlighted: true, slug: '', accepts_couples: true, is_accessible: false, levels: [] }),
    ];
    const expected = rows.map((row) => ({ ...row, availability: row.availability ?? [] }));
    expect(readSection(JSON.parse(writeSection(rows)))).toEqual(expected);
  });

  it('carries a biography’s start for the carousel only', () => {
    const bio = '💃'.repeat(200);
    const [plain, featured] = readSection(
      JSON.parse(writeSection([teacher(1, { bio }), teacher(2, { bio, is_featured: true })])),
    );
    expect(plain?.bio).toBeNull();
    expect(featured?.bio).toBe('💃'.repeat(160));
  });

  it('may lack a column or have one more: both are read', () => {
    const section = JSON.parse(writeSection([teacher(1)]));
    delete section.columns.neighborhood;
    section.columns.new_one = [1];
    const [row] = readSection(section);
    expect(row).not.toHaveProperty('neighborhood');
    expect(row).not.toHaveProperty('new_one');
    expect(row).toMatchObject({ id: idOf(1), city_id: CITY });
  });

  it.each<[string, (section: Record<string, Record<string, unknown>>) => void]>([
    ['of another version', (section) => Object.assign(section, { version: FILE_VERSION + 1 })],
    ['with another number of rows', (section) => Object.assign(section, { count: 3 })],
    ['with a shorter column', ({ columns }) => Object.assign(columns ?? {}, { name: ['x'] })],
    [
      'with a place that no value has',
      ({ columns }) => Object.assign(columns ?? {}, { city_id: { values: [], at: [0, 0] } }),
    ],
    ['with a flag beyond its rows', ({ columns }) => Object.assign(columns ?? {}, { is_featured: [2] })],
    ['without columns', (section) => Object.assign(section, { columns: null })],
  ])('%s is refused', (_, damage) => {
    const section = JSON.parse(writeSection([teacher(1), teacher(2)]));
    damage(section);
    expect(() => readSection(section)).toThrow(TypeError);
  });
});

describe('the sections', () => {
  it('hold large cities alone, in parts, small ones together, and each teacher once', () => {
    const rows = Array.from({ length: 60 }, (_, n) =>
      teacher(n, { city_id: n < 25 ? 'large' : n < 30 ? null : `small-${n % 5}` }),
    );
    const sections = splitByCity(rows, 10, 10);
    const cities = sections.map((section) => [...new Set(section.map(({ city_id }) => city_id))]);
    expect(cities.filter((of) => of.includes('large'))).toEqual([['large'], ['large'], ['large']]);
    expect(Math.max(...sections.map(({ length }) => length))).toBeLessThanOrEqual(10);
    expect(
      sections
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(rows.map(({ id }) => id).sort());
  });

  it('are the same for the same teachers in another order', () => {
    const rows = Array.from({ length: 20 }, (_, n) => teacher(n));
    const texts = (of: typeof rows) => splitByCity(of).map(writeSection);
    expect(texts([...rows].reverse())).toEqual(texts(rows));
  });
});

it('a file without one of its sections is refused, and so is one of another version', () => {
  const newest = {
    version: FILE_VERSION,
    epoch: 'e',
    horizon: 5,
    count: 3,
    sections: [{ name: `${'a'.repeat(24)}.gz`, count: 3, cities: [CITY] }],
  };
  expect(readNewest(newest)).toEqual(newest);
  for (const wrong of [
    { ...newest, version: 2 },
    { ...newest, count: 4 },
    { ...newest, sections: [] },
    { ...newest, sections: [{ ...newest.sections[0], name: '../secret' }] },
    null,
  ])
    expect(() => readNewest(wrong)).toThrow(TypeError);
});

it('its columns are unique, and begin with those that others are shortened by', () => {
  expect(COLUMN_NAMES.slice(0, 4)).toEqual(['id', 'name', 'is_highlighted', 'is_featured']);
});

it('brings every column of a listing that the search and its cards need', () => {
  // Made from the name, the highlight and the id.
  const made = ['folded_name', 'rank'];
  expect([...COLUMN_NAMES, ...made]).toEqual(expect.arrayContaining([...SEARCH_COLUMNS]));
});
