import { describe, expect, it } from 'vitest';
import { choicesOf, filterDancers } from './filter';
import { parseDancer } from './queries';
import { type Dancer, dancerPath, toDancer } from './schema';

const row = (data: Record<string, unknown>) => ({
  id: '6a0f4f0c-0000-4000-8000-000000000001',
  kind: 'dancer' as const,
  slug: 'ana-souza',
  sort_key: 'ana souza',
  updated_at: '2026-11-21T12:00:00Z',
  data,
});
const FULL = {
  name: 'Ana Souza',
  image_url: '/storage/v1/object/public/profile-images/a/b.webp',
  city_id: 'city-1',
  style_ids: ['style-2', 'style-1', 'style-9'],
  bio: 'Danço.',
  interests: ['bailes'],
  dancing_since: 2019,
  extra: { story: 'Era uma vez', favourite_songs: null, instagram: 'ana' },
};

describe('a dancer', () => {
  it('is read from a row, city and styles by their ids', () => {
    const dancer = toDancer(
      parseDancer(row(FULL)),
      [{ id: 'city-1', name: 'Vitória' }],
      [
        { id: 'style-1', name: 'Forró' },
        { id: 'style-2', name: 'Zouk' },
      ],
    );
    expect(dancer).toMatchObject({
      name: 'Ana Souza',
      cityName: 'Vitória',
      styles: ['Forró', 'Zouk'],
      dancingSince: 2019,
      extra: { story: 'Era uma vez', favouriteSongs: null, instagram: 'ana' },
    });
    expect(dancerPath(dancer)).toBe('/student/profile/ana-souza');
    expect(dancerPath({ ...dancer, slug: null })).toBe(`/student/profile/${dancer.id}`);
  });

  it('needs nothing but a name', () => {
    expect(parseDancer(row({ name: 'Bia' }))).toMatchObject({
      name: 'Bia',
      imageUrl: null,
      styleIds: [],
      interests: [],
      extra: null,
    });
    expect(() => parseDancer(row({}))).toThrow(TypeError);
  });
});

describe('the list of dancers', () => {
  const dancer = (name: string, cityName: string | null, styles: string[]): Dancer => {
    const { cityId, styleIds, ...facts } = parseDancer(row({ name }));
    return { ...facts, cityName, styles };
  };
  const all = [
    dancer('Ana', 'Vitória', ['Forró', 'Zouk']),
    dancer('Bia', 'São Paulo', ['Zouk']),
    dancer('Caio', null, []),
  ];
  const names = (city: string, style: string) => filterDancers(all, { city, style }).map(({ name }) => name);

  it('is filtered by city and style together', () => {
    expect(names('', '')).toEqual(['Ana', 'Bia', 'Caio']);
    expect(names('', 'zouk')).toEqual(['Ana', 'Bia']);
    expect(names('sao paulo', 'Zouk')).toEqual(['Bia']);
    expect(names('São Paulo', 'Forró')).toEqual([]);
    expect(names('Marte', '')).toEqual([]);
  });

  it('offers only cities and styles that have dancers', () => {
    expect(choicesOf(all)).toEqual({ cities: ['São Paulo', 'Vitória'], styles: ['Forró', 'Zouk'] });
  });
});
