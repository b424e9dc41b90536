import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { JsonLd } from '@/ui/json-ld';
import type { DanceEvent } from './schema';
import { eventData } from './structured-data';

const event: DanceEvent = {
  id: '00000000-0000-4000-8000-00000000000e',
  slug: 'baile-da-lua',
  title: 'Baile da Lua',
  kind: 'baile',
  styleIds: [],
  cityId: 'c',
  venue: 'Salão Estrela',
  startsAt: Date.parse('2026-12-06T01:00:00Z'),
  endsAt: Date.parse('2026-12-06T06:30:00Z'),
  price: 'R$ 1.030,50',
  url: 'https://ingressos.example/lua',
  description: 'Traga par.',
  organiser: 'Coletivo Lua',
  weekly: null,
  confirmedAt: null,
  authorTag: null,
  going: {},
  updatedAt: 0,
};
const data = (more: Partial<DanceEvent> = {}, city: string | null = 'Vitória') =>
  eventData({ ...event, ...more }, { city, styles: ['Forró', 'Zouk'] }) as Record<string, unknown>;

describe('an event for search engines', () => {
  it('has the properties that schema.org requires, with the times of Brasília', () => {
    expect(data()).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: 'Baile da Lua',
      startDate: '2026-12-05T22:00:00-03:00',
      endDate: '2026-12-06T03:30:00-03:00',
      location: {
        '@type': 'Place',
        name: 'Salão Estrela',
        address: { '@type': 'PostalAddress', addressLocality: 'Vitória', addressCountry: 'BR' },
      },
      organizer: { '@type': 'Organization', name: 'Coletivo Lua' },
      keywords: 'Forró, Zouk',
      offers: { price: '1030.50', priceCurrency: 'BRL', url: 'https://ingressos.example/lua' },
    });
    expect(String(data().url)).toMatch(/\/comunidade\/eventos\/baile-da-lua$/);
  });

  it('of a series is its date, with an id of its own under the page of the series', () => {
    const date = data({ weekly: { until: null, off: [] } });
    expect(String(date['@id'])).toBe(`${date.url}#2026-12-05`);
    expect(data()['@id']).toBe(data().url);
  });

  it('says nothing that nobody said', () => {
    const bare = data(
      { endsAt: null, venue: null, price: 'a partir de R$ 20', organiser: null, description: null },
      null,
    );
    for (const key of ['endDate', 'location', 'offers', 'organizer', 'description', 'isAccessibleForFree'])
      expect(bare, key).not.toHaveProperty(key);
    expect(data({ venue: null }).location).toMatchObject({ name: 'Vitória' });
    expect(data({ price: 'Grátis' })).toMatchObject({ isAccessibleForFree: true, offers: { price: '0' } });
  });

  it('cannot leave its script element', () => {
    const title = '</script><img src=x onerror=alert(1)> & "aspas" \u2028';
    const html = renderToStaticMarkup(<JsonLd data={data({ title })} />);
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(html).not.toContain('<img');
    const text = /<script[^>]*>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
    expect((JSON.parse(text) as { name: string }).name).toBe(title);
  });
});
