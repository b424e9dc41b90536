import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_END } from '@/db/rows/listed-checks';
import { allEntries, countByCity, featuredIn } from './all-listings';
import { encodeRecord } from './encode-record';
import { FEATURED, type ListingEntry, rankOf } from './entry';
import { SearchIndex } from './search-index';
import { isSearchRecord } from './search-record';
import { NO_DEMANDS } from './search-rules';

const id = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

function entry(n: number, folded: string, more: Partial<ListingEntry> = {}): ListingEntry {
  return {
    id: id(n),
    folded,
    isHighlighted: false,
    slug: `slug-${n}`,
    cityId: id(1_000 + (n % 2)),
    styleIds: [id(2_000 + (n % 3))],
    flags: 0,
    slots: 0,
    offers: 0,
    area: '',
    checks: '',
    end: NO_END,
    face: [folded.toUpperCase(), null, null, `Olá, ação ${n}`, null, 0],
    ...more,
  };
}

const head = { epoch: 'e', checkpoint: null, cities: [], danceStyles: [], builtAt: 1 };
const all = { name: '', cityIds: null, styleIds: null };
const inOrder = (entries: ListingEntry[]) => [...entries].sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));

async function stored(entries: ListingEntry[]): Promise<SearchIndex> {
  return new SearchIndex(await encodeRecord(inOrder(entries), head));
}

describe('the search index', () => {
  test('finds by the whole slug only, also in the first and the last row', async () => {
    const index = await stored([
      entry(1, 'ana', { slug: 'ana-lima' }),
      entry(2, 'bia', { slug: null }),
      entry(3, 'caio', { slug: 'ana-lima-2' }),
      entry(4, 'davi', { slug: 'lima' }),
    ]);
    const named = (slug: string) => index.bySlug(slug)?.folded ?? null;
    expect(['ana-lima', 'ana-lima-2', 'lima'].map(named)).toEqual(['ana', 'caio', 'davi']);
    expect(['ana', 'ana-lim', '-2', 'lima-2', '', 'ana-lima\n'].map(named)).toEqual(Array(6).fill(null));
    expect(index.search(all, 0, 4).entries.map(({ slug }) => slug)).toEqual([
      'ana-lima',
      null,
      'ana-lima-2',
      'lima',
    ]);
  });

  test('gives back the address of each picture, and keeps its own folder once', async () => {
    const folder = (n: number) => `/storage/v1/object/public/profile-images/${id(n)}/`;
    const pictures = [
      `${folder(1)}a.webp`,
      `${folder(1)}b.webp`,
      'https://example.org/~c.webp',
      null,
      `${folder(5)}`,
    ];
    const entries = pictures.map((picture, at) =>
      entry(at + 1, `name ${at}`, { face: [`Name ${at}`, null, picture, '', null, 0] }),
    );
    const index = await stored(entries);
    expect(index.search(all, 0, 9).entries.map(({ face }) => face[2])).toEqual(pictures);
    const kept = new TextDecoder().decode(index.record?.faces);
    expect(kept).toContain('~a.webp');
    expect(kept.split('/profile-images/')).toHaveLength(2);
  });

  test('finds by when lessons are given, in the record and in what changed since', async () => {
    const index = await stored([
      entry(1, 'alice', { slots: 0b001 }),
      entry(2, 'bruno', { slots: 0b110 }),
      entry(3, 'carla'),
      entry(4, 'diana', { slots: 1 << 20 }),
    ]);
    index.apply([entry(3, 'carla', { slots: 0b100 }), entry(1, 'alice', { slots: 0b010 })], []);
    const found = (slots: number | null) => {
      const { total, entries } = index.search({ ...all, demands: { ...NO_DEMANDS, slots } }, 0, 12);
      expect(total).toBe(entries.length);
      return entries.map(({ folded }) => folded);
    };
    expect(found(0b100)).toEqual(['bruno', 'carla']);
    expect(found(0b011)).toEqual(['alice', 'bruno']);
    expect(found(1 << 20)).toEqual(['diana']);
    expect(found(0)).toEqual([]);
    expect(found(null)).toHaveLength(4);
  });

  test('leaves out listings from the day on which their check of identity ends, in the record and in what changed', async () => {
    const entries = [
      entry(1, 'alice', { end: 101, flags: FEATURED }),
      entry(2, 'bruno', { end: 100, flags: FEATURED, slug: 'bruno' }),
      entry(3, 'carla', { end: 100 }),
      entry(4, 'diana'),
    ];
    const index = await stored(entries);
    index.apply([entry(3, 'carla', { end: 100, slug: 'carla', flags: FEATURED })], []);
    const found = () => index.search(all, 0, 12).entries.map(({ folded }) => folded);
    index.setDay(99);
    expect([found().length, featuredIn(index).length]).toEqual([4, 3]);
    expect(index.setDay(100)).toBe(true);
    expect(index.setDay(100)).toBe(false);
    expect(found()).toEqual(['alice', 'diana']);
    expect(index.search({ ...all, name: 'br' }, 0, 12).total).toBe(0);
    expect(featuredIn(index).map(({ folded }) => folded)).toEqual(['alice']);
    expect([index.byId(id(2)), index.bySlug('bruno'), index.byId(id(3)), index.bySlug('carla')]).toEqual(
      Array(4).fill(null),
    );
    expect([...countByCity(index).values()].reduce((sum, n) => sum + n, 0)).toBe(2);
    // A phone whose clock was wrong for a while loses nothing.
    index.setDay(99);
    expect(found()).toHaveLength(4);
  });

  test('puts highlighted first, then folded name, then id', async () => {
    const index = await stored([
      entry(3, 'amanda'),
      entry(1, 'zeca', { isHighlighted: true }),
      entry(5, 'alvaro'),
      entry(4, 'alvaro'),
      entry(2, 'alice'),
    ]);
    const shown = index.search(all, 0, 12).entries.map(({ folded, id: at }) => [folded, at]);
    expect(shown).toEqual([
      ['zeca', id(1)],
      ['alice', id(2)],
      ['alvaro', id(4)],
      ['alvaro', id(5)],
      ['amanda', id(3)],
    ]);
  });

  test('finds by part of a name, by city and by style, and counts all matches beyond the page', async () => {
    const index = await stored(Array.from({ length: 30 }, (_, n) => entry(n, `ana ${n}`)));
    const found = index.search({ name: 'ana 1', cityIds: new Set([id(1_000)]), styleIds: null }, 0, 3);
    expect(found.total).toBe(5);
    expect(found.entries).toHaveLength(3);
    expect(index.search({ ...all, styleIds: new Set([id(2_001)]) }, 0, 12).total).toBe(10);
  });

  test('leaves out hidden teachers, stored or changed since, and does not count them', async () => {
    const index = await stored(Array.from({ length: 30 }, (_, n) => entry(n, `ana ${n}`)));
    index.apply([entry(3, 'ana três'), entry(40, 'ana nova')], []);
    const without = new Set([id(1), id(3), id(40), id(99)]);
    const { total, entries } = index.search({ ...all, without }, 0, 50);
    expect(total).toBe(28);
    expect(entries.filter((one) => without.has(one.id))).toEqual([]);
    expect(index.search(all, 0, 50).total).toBe(31);
  });

  test('finds nothing for an unknown style or city', async () => {
    const index = await stored([entry(1, 'ana')]);
    expect(index.search({ ...all, styleIds: new Set() }, 0, 12).total).toBe(0);
    expect(index.search({ ...all, cityIds: new Set([id(9)]) }, 0, 12).total).toBe(0);
  });

  test('finds by id and slug, also after a change, and no longer after removal', async () => {
    const index = await stored([entry(1, 'ana'), entry(2, 'bia', { flags: FEATURED })]);
    expect(index.bySlug('slug-2')?.folded).toBe('bia');
    index.apply([entry(2, 'bia', { slug: 'nova', flags: FEATURED })], [id(1)]);
    expect(index.bySlug('nova')?.id).toBe(id(2));
    expect(index.bySlug('slug-2')).toBeNull();
    expect(index.byId(id(1))).toBeNull();
    expect(featuredIn(index).map(({ folded }) => folded)).toEqual(['bia']);
  });

  test('with changes over a record finds the same as a fresh record of the same listings', async () => {
    const listing = fc.record({
      n: fc.integer({ min: 0, max: 20 }),
      folded: fc.constantFrom('ana', 'bia', 'ana bia', 'çe', 'z'),
      isHighlighted: fc.boolean(),
    });
    const make = ({ n, folded, isHighlighted }: { n: number; folded: string; isHighlighted: boolean }) =>
      entry(n, folded, { isHighlighted });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(listing, { selector: ({ n }) => n }),
        fc.array(fc.tuple(fc.array(listing, { maxLength: 4 }), fc.array(fc.integer({ min: 0, max: 20 })))),
        fc.constantFrom('', 'a', 'bia'),
        fc.integer({ min: 0, max: 5 }),
        async (first, changes, name, offset) => {
          const truth = new Map(first.map((row) => [row.n, make(row)]));
          const index = await stored([...truth.values()]);
          for (const [put, gone] of changes) {
            for (const row of put) truth.set(row.n, make(row));
            for (const n of gone) truth.delete(n);
            index.apply(put.map(make), gone.map(id));
          }
          const fresh = await stored([...truth.values()]);
          expect(index.search({ ...all, name }, offset, 3)).toEqual(
            fresh.search({ ...all, name }, offset, 3),
          );
          expect(index.size).toBe(truth.size);
          expect(await allEntries(index, () => undefined)).toEqual(inOrder([...truth.values()]));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('searched letter by letter, between changes, finds the same as a new index', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 });
    const ids = (from: number) =>
      fc.constantFrom(null, new Set([id(from)]), new Set([id(from), id(from + 1)]), new Set<string>());
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ name: word, cityIds: ids(1_000), styleIds: ids(2_000) }) },
      {
        weight: 6,
        arbitrary: word.map((name) => ({ ...all, name })),
      },
      {
        weight: 2,
        arbitrary: fc.integer({ min: 0, max: 9 }).map((n) => ({ ...all, without: new Set([id(n)]) })),
      },
      { weight: 1, arbitrary: fc.record({ put: fc.integer({ min: 0, max: 9 }), folded: word }) },
      { weight: 1, arbitrary: fc.record({ gone: fc.integer({ min: 0, max: 9 }) }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 8 }),
        fc.array(step, { maxLength: 12 }),
        async (names, steps) => {
          const truth = new Map(names.map((name, n) => [n, entry(n, name)]));
          const index = await stored([...truth.values()]);
          for (const next of steps) {
            if ('put' in next) {
              truth.set(next.put, entry(next.put, next.folded));
              index.apply([entry(next.put, next.folded)], []);
            } else if ('gone' in next) {
              truth.delete(next.gone);
              index.apply([], [id(next.gone)]);
            } else {
              const fresh = await stored([...truth.values()]);
              expect(index.search(next, 0, 12)).toEqual(fresh.search(next, 0, 12));
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a stored record', () => {
  test('survives the trip through IndexedDB', async () => {
    const record = await encodeRecord([entry(1, 'ana')], head);
    expect(isSearchRecord(structuredClone(record))).toBe(true);
  });

  test('of another version, cut short or of another shape is rejected', async () => {
    const record = await encodeRecord([entry(1, 'ana'), entry(2, 'bia')], head);
    expect(isSearchRecord({ ...record, version: record.version + 1 })).toBe(false);
    expect(isSearchRecord({ ...record, faces: record.faces.subarray(1) })).toBe(false);
    expect(isSearchRecord({ ...record, ids: record.ids.slice(36) })).toBe(false);
    expect(isSearchRecord(undefined)).toBe(false);
  });
});
