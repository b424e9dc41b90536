/** The rule of alternatives by example; tests/database/lessons/request-alternatives.test.ts compares it with the server's. */
import { expect, it } from 'vitest';
import { slotBits } from '@/db/rows/availability';
import { alternativesTo } from './alternatives';
import type { ListingEntry } from './entry';
import { SearchIndex } from './search-index';

const entry = (id: string, part: Partial<ListingEntry> = {}, stars: [number | null, number] = [null, 0]) =>
  ({
    id,
    folded: id,
    isHighlighted: false,
    slug: null,
    cityId: 'vitoria',
    styleIds: ['forro'],
    flags: 0,
    slots: 0,
    offers: 0,
    area: '',
    checks: '',
    face: [id, null, null, '', ...stars],
    ...part,
  }) satisfies ListingEntry;

const request: Parameters<typeof alternativesTo>[0] = {
  teacher_id: 'marina',
  dance_style_id: 'forro',
  guardian_terms: null,
  preferred_days: ['segunda'],
  preferred_times: ['noite'],
};
const MARINA = entry('marina');

function named(
  entries: ListingEntry[],
  part: { today?: number; hidden?: string[]; asked?: [string, string][]; cityId?: string | null } = {},
  wish: Partial<typeof request> = {},
): string[] {
  const index = new SearchIndex();
  index.apply(entries, []);
  const own = [...(part.asked ?? []), ['marina', 'forro'] as const].map(([teacher_id, dance_style_id]) => ({
    teacher_id,
    dance_style_id,
  }));
  return alternativesTo(
    { ...request, ...wish },
    { index, own, hidden: new Set(part.hidden), cityId: part.cityId ?? null, today: part.today ?? 20_000 },
  );
}

it('leaves out other cities and styles, the blocked, and those who were asked for this style', () => {
  const entries = [
    MARINA,
    entry('ana'),
    entry('bia', { cityId: 'serra' }),
    entry('caio', { styleIds: ['zouk'] }),
    entry('davi'),
    entry('eva'),
    entry('fabio'),
  ];
  const part = {
    hidden: ['davi'],
    asked: [['eva', 'forro'] as [string, string], ['fabio', 'zouk'] as [string, string]],
  };
  expect(named(entries, part)).toEqual(['ana', 'fabio']);
});

it('takes the student’s city when the asked teacher is listed no more, and names nobody without a city', () => {
  const entries = [entry('ana'), entry('bia', { cityId: 'serra' })];
  expect(named(entries, { cityId: 'serra' })).toEqual(['bia']);
  expect(named(entries)).toEqual([]);
});

it('puts a wished time before an unknown one, and leaves out those who offer other times only', () => {
  const entries = [
    MARINA,
    entry('ana', { slots: slotBits(['terca-noite']) }),
    entry('bia'),
    entry('caio', { slots: slotBits(['segunda-noite', 'sexta-manha']) }),
  ];
  expect(named(entries)).toEqual(['caio', 'bia']);
  expect(named(entries, {}, { preferred_days: [], preferred_times: [] })).toEqual(['ana', 'bia', 'caio']);
});

it('names three: better stars first, where few evaluations weigh little, then the order of the search', () => {
  const entries = [
    MARINA,
    entry('ana', {}, [5, 1]),
    entry('bia', {}, [4.8, 40]),
    entry('caio'),
    entry('davi', { isHighlighted: true }),
    entry('eva', {}, [3, 10]),
  ];
  expect(named(entries)).toEqual(['bia', 'ana', 'davi']);
});

it('names for a guardian’s request only teachers whose check of background holds on this day', () => {
  // Day 20,000 is 4 October 2024.
  const until = (id: string, end: string) => entry(id, { checks: `b2404${end}` });
  const entries = [
    MARINA,
    entry('ana'),
    until('bia', '241005'),
    until('caio', '241004'),
    until('davi', '241103'),
  ];
  const minor = { guardian_terms: '1' };
  expect(named(entries, {}, minor)).toEqual(['bia', 'davi']);
  expect(named(entries, { today: 20_001 }, minor)).toEqual(['davi']);
  expect(named(entries)).toEqual(['ana', 'bia', 'caio']);
});
