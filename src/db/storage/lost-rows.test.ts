/** Blocks of packed rows that cannot be read any more. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NamedRow } from '@/db/rows/public-rows';
import { logger } from '@/lib/logger';
import { openDatabase } from './database';
import { blank, type Documents, toDocument } from './documents';
import { PackedRows } from './packed-rows';
import { BLOCK, PART } from './row-places';

let number = 0;
const opened: { close(): Promise<unknown> }[] = [];
const before = globalThis.indexedDB;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
/** RxDB takes few open ones. */
const closeAll = async () => {
  for (const database of opened.splice(0)) await database.close();
};
afterEach(async () => {
  await closeAll();
  vi.restoreAllMocks();
});
afterAll(() => {
  globalThis.indexedDB = before;
});

/** `tabs` stores of one collection, and what damages its documents behind their back. */
async function phone(tabs = 1) {
  number += 1;
  const name = `lost-${number}`;
  const database = await openDatabase(name, ['teachers'], { multiInstance: false });
  opened.push(database);
  const collection = database.collections['packed-teachers'];
  if (!collection) throw new Error('not opened');
  const open = () => new PackedRows<NamedRow>(collection as never, null);
  return { open, stores: Array.from({ length: tabs }, open), damage: damageIn(name) };
}

interface Stored {
  id: string;
  text?: string;
  keys?: string;
  form?: string;
}

const damageIn =
  (name: string) =>
  (change: (documents: Map<string, Stored>) => Stored[], gone: string[] = []) =>
    new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(`rxdb-dexie-${name}--0--packed-teachers`);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('docs', 'readwrite');
        const docs = transaction.objectStore('docs');
        const reading = docs.getAll();
        reading.onsuccess = () => {
          const all = new Map((reading.result as Stored[]).map((one) => [one.id, one]));
          for (const one of change(all)) docs.put(one);
          for (const id of gone) docs.delete(id);
        };
        transaction.onerror = () => reject(transaction.error);
        transaction.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });

const city = (n: number, xid = 1, filling = 0) =>
  toDocument<NamedRow>(
    {
      deleted: false,
      xid,
      row: { id: `city-${n}`, name: `Cidade ${n} na versão ${xid}`, active: n % 2 === 0 },
    },
    filling,
  );
const cities = (count: number, xid = 1) => Array.from({ length: count }, (_, n) => city(n, xid));
const idsOf = (documents: readonly Documents<NamedRow>[]) => documents.map(({ id }) => id).sort();
const all = (count: number) => idsOf(cities(count));
const block = (documents: Map<string, Stored>, n: number) =>
  documents.get(`block-${n}`) as Stored & { text: string };

const flipped = (text: string, at: number, bit: number) => {
  const place = at % text.length;
  return (
    text.slice(0, place) + String.fromCharCode(text.charCodeAt(place) ^ (1 << bit)) + text.slice(place + 1)
  );
};

type Damage =
  | { kind: 'flip'; at: number; bit: number }
  | { kind: 'cut'; at: number }
  | { kind: 'empty' | 'swap' | 'form' | 'gone' };
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
  fc.record({ kind: fc.constantFrom('empty' as const, 'swap' as const, 'form' as const, 'gone' as const) }),
);

/** The changed documents. */
function damaged(documents: Map<string, Stored>, n: number, how: Damage): Stored[] {
  const one = block(documents, n);
  if (how.kind === 'flip') return [{ ...one, text: flipped(one.text, how.at, how.bit) }];
  if (how.kind === 'cut') return [{ ...one, text: one.text.slice(0, how.at % one.text.length) }];
  if (how.kind === 'form') return [{ ...one, form: 'zstd' }];
  if (how.kind === 'swap') return [{ ...one, text: block(documents, (n + 1) % 3).text }];
  return how.kind === 'empty' ? [{ ...one, text: '' }] : [];
}

const COUNT = 3 * BLOCK - 20;

test('however a block is damaged, all other rows are read, it is noted once, and its rows fill it again', async () => {
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(2), fc.boolean(), async (how, n, isOpen) => {
      const told = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
      told.mockClear();
      const { open, stores, damage: harm } = await phone(2);
      const [first, other] = stores as [PackedRows<NamedRow>, PackedRows<NamedRow>];
      await first.write(cities(COUNT));
      await harm((documents) => damaged(documents, n, how), how.kind === 'gone' ? [`block-${n}`] : []);
      const store = isOpen ? first : open();
      const lost = all(COUNT).filter((id) => Math.floor(Number(id.slice(5)) / BLOCK) === n);
      // A flip may have hit the bits that a compressed text leaves unused.
      const readable = idsOf(await store.live());
      if (how.kind === 'flip' && readable.length === COUNT) {
        expect(readable).toEqual(all(COUNT));
        expect(await store.lost()).toBeNull();
        return closeAll();
      }
      expect(readable).toEqual(all(COUNT).filter((id) => !lost.includes(id)));
      expect(await store.find([lost[3] as string])).toEqual([]);
      await store.live();
      expect(await store.count()).toBe(COUNT);
      expect(told).toHaveBeenCalledTimes(1);
      expect((await store.lostAmong([...all(COUNT), 'city-9999'])).sort()).toEqual(lost);
      // The other tab learns of it from the storage.
      expect((await other.lostAmong(all(COUNT))).sort()).toEqual(lost);
      const rows = lost.map((id) => city(Number(id.slice(5)), 2));
      expect(await other.restore(rows.slice(1), false)).toBe(false);
      expect(await other.restore(rows.slice(0, 1), false)).toBe(true);
      expect(await store.lost()).toBeNull();
      for (const tab of [store, other, open()]) {
        expect(idsOf(await tab.live())).toEqual(all(COUNT));
        expect(await tab.count()).toBe(COUNT);
        expect((await tab.find([lost[0] as string]))[0]?.xid).toBe(2);
      }
      await closeAll();
    }),
    // The list tells a swapped block, which can be unpacked, from an own one.
    { numRuns: process.env.TEST_FULL === '1' ? 40 : 6, examples: [[{ kind: 'swap' }, 0, true]] },
  );
});

test('rows that change while their block is lost are kept, new ones too, and a removed one does not return', async () => {
  vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
  const { stores, damage: harm } = await phone(2);
  const [store, other] = stores as [PackedRows<NamedRow>, PackedRows<NamedRow>];
  await store.write(cities(COUNT));
  // The block into which new rows go.
  await harm((documents) => damaged(documents, 2, { kind: 'empty' }));
  const gone = blank<NamedRow>(`city-${COUNT - 1}`, 5, 0);
  await other.write([city(COUNT, 5), city(2 * BLOCK, 5), gone]);
  expect(await other.count()).toBe(COUNT);
  expect(idsOf(await store.live())).toEqual([...all(2 * BLOCK), `city-${2 * BLOCK}`, `city-${COUNT}`].sort());
  const lost = await store.lostAmong(all(COUNT + 1));
  expect(lost).toHaveLength(BLOCK - 20 - 2);
  // An answer from before the changes.
  const rows = lost.map((id) => city(Number(id.slice(5)), 2));
  expect(await store.restore([...rows, city(2 * BLOCK, 1), city(COUNT - 1, 1)], false)).toBe(true);
  expect(idsOf(await other.live())).toEqual(all(COUNT + 1).filter((id) => id !== `city-${COUNT - 1}`));
  expect((await other.find([`city-${2 * BLOCK}`]))[0]?.xid).toBe(5);
  expect(await other.count()).toBe(COUNT);
});

test('the list of rows is made anew from the blocks when it is damaged, also with a block that is lost', async () => {
  vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
  const { open, stores, damage: harm } = await phone();
  const [store] = stores as [PackedRows<NamedRow>];
  const many = PART + 30;
  for (let from = 0; from < many; from += 512) await store.write(cities(many).slice(from, from + 512));
  const part = (documents: Map<string, Stored>) => documents.get('part-0') as Stored & { keys: string };
  for (const keys of ['', 'abc', null, undefined]) {
    await harm(
      (documents) =>
        keys === undefined
          ? []
          : [{ ...part(documents), keys: keys ?? flipped(part(documents).keys, 77, 3) }],
      keys === undefined ? ['part-0'] : [],
    );
    const tab = open();
    expect(idsOf(await tab.live())).toEqual(all(many));
    expect((await tab.find(['city-19'])).length).toBe(1);
    await tab.write([city(many - 1, 2)]);
    expect([await open().count(), await open().lost()]).toEqual([many, null]);
  }
  await harm((documents) => [
    { ...part(documents), keys: '' },
    { ...block(documents, 1), text: 'x' },
  ]);
  const tab = open();
  expect(await tab.live()).toHaveLength(many - BLOCK);
  // Their ids cannot be told any more: everything comes again.
  expect(await tab.lostAmong(all(many))).toEqual([]);
  expect(await tab.restore([], false)).toBe(false);
  await tab.awaitRefill(1);
  for (let from = 0; from < many; from += 512)
    await tab.write(
      cities(many)
        .slice(from, from + 512)
        .map((row) => ({ ...row, filling: 1 })),
    );
  expect(await tab.restore([], true)).toBe(true);
  expect([await open().count(), idsOf(await open().live())]).toEqual([many, all(many)]);
});

test('a block that is lost again and again in a visit is left to the next one', async () => {
  vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
  const { open, stores, damage: harm } = await phone();
  const [store] = stores as [PackedRows<NamedRow>];
  await store.write(cities(BLOCK));
  let calls = 0;
  store.onLost(() => {
    calls += 1;
  });
  for (let time = 1; time <= 5; time++) {
    await harm((documents) => damaged(documents, 0, { kind: 'cut', at: 5 }));
    await store.live();
    await store.lost();
    if (time <= 3) expect(await store.restore(cities(BLOCK), false)).toBe(true);
    else expect(await store.lost()).toBeNull();
  }
  expect(calls).toBe(3);
  expect(await open().live()).toHaveLength(0);
});
