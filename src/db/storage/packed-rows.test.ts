import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NamedRow } from '@/db/rows/public-rows';
import { openDatabase } from './database';
import { blank, type Documents, stateDocument, toDocument } from './documents';
import { PackedRows } from './packed-rows';
import { PlainRows } from './plain-rows';
import { BLOCK, PART } from './row-places';

/** The two that a phone has: a document for each row, and packed. */
const opened: { close(): Promise<unknown> }[] = [];
let number = 0;

async function stores(tabs = 1) {
  number += 1;
  const database = await openDatabase(`packed-${number}`, ['cities', 'teachers'], { multiInstance: false });
  opened.push(database);
  const { cities, 'packed-teachers': teachers } = database.collections;
  if (!cities || !teachers) throw new Error('not opened');
  return {
    plain: new PlainRows<NamedRow>(cities as never),
    packed: Array.from({ length: tabs }, () => new PackedRows<NamedRow>(teachers as never, null)),
  };
}

/** RxDB takes few open ones. */
const closeAll = async () => {
  for (const database of opened.splice(0)) await database.close();
};

/** Web Locks, like the platform's. */
function webLocks() {
  const last = new Map<string, Promise<unknown>>();
  return {
    request: (name: string, _options: unknown, work: () => Promise<unknown>) => {
      const running = (last.get(name) ?? Promise.resolve()).then(work);
      last.set(
        name,
        running.catch(() => undefined),
      );
      return running;
    },
  };
}

/** Other tests of this process look at what is stored. */
const before = globalThis.indexedDB;

afterAll(() => {
  globalThis.indexedDB = before;
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.stubGlobal('navigator', { locks: webLocks() });
});

afterEach(async () => {
  await closeAll();
  vi.unstubAllGlobals();
});

const city = (n: number, xid: number, filling = 0, name = `Cidade ${n} é ${xid}`) =>
  toDocument<NamedRow>({ deleted: false, xid, row: { id: `city-${n}`, name, active: n % 2 === 0 } }, filling);
const gone = (n: number, xid: number, filling = 0) => blank<NamedRow>(`city-${n}`, xid, filling);

const plainly = (documents: readonly Documents<NamedRow>[]) =>
  documents.map(({ _meta, _rev, _attachments, ...fields }) => fields).sort((a, b) => (a.id < b.id ? -1 : 1));

interface Write {
  tab: number;
  rows: { n: number; xid: number; filling: number; isGone: boolean }[];
  withState: boolean;
}

const write: fc.Arbitrary<Write> = fc.record({
  tab: fc.nat(1),
  rows: fc.uniqueArray(
    fc.record({ n: fc.nat(300), xid: fc.nat(9), filling: fc.nat(1), isGone: fc.boolean() }),
    { maxLength: 200, selector: ({ n }) => n },
  ),
  withState: fc.boolean(),
});

test('packed rows answer as documents of their own do, whichever tab has written them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
      const { plain, packed } = await stores(2);
      for (const { tab, rows, withState } of writes) {
        const documents = [
          ...rows.map(({ n, xid, filling, isGone }) =>
            isGone ? gone(n, xid, filling) : city(n, xid, filling),
          ),
          ...(withState ? [stateDocument<NamedRow>({ epoch: `e${rows.length}` } as never)] : []),
        ];
        await plain.write(documents);
        await packed[tab]?.write(documents);
      }
      for (const store of packed) {
        expect(await store.count()).toBe(await plain.count());
        expect(plainly(await store.live())).toEqual(plainly(await plain.live()));
        const since = async (of: PlainRows<NamedRow> | PackedRows<NamedRow>) =>
          plainly((await of.since(5)).filter(({ id }) => id !== 'state'));
        expect(await since(store)).toEqual(await since(plain));
        const ids = ['state', 'city-0', 'city-7', 'city-150', 'city-299', 'not-there'];
        expect(plainly(await store.find(ids))).toEqual(plainly(await plain.find(ids)));
      }
      await closeAll();
    }),
    { numRuns: 12 },
  );
});

test('more rows than one part of the list holds are found and counted, also by a tab that knew fewer', async () => {
  const { packed } = await stores(2);
  const [first, second] = packed;
  if (!first || !second) throw new Error('two tabs');
  const many = PART + 2 * BLOCK + 7;
  await first.write([city(0, 1)]);
  expect(await second.count()).toBe(1);
  for (let from = 1; from < many; from += 500)
    await first.write(Array.from({ length: Math.min(500, many - from) }, (_, at) => city(from + at, 2)));
  expect([await first.count(), await second.count()]).toEqual([many, many]);
  expect(plainly(await second.find([`city-${many - 1}`, 'city-0']))).toEqual(
    plainly([city(0, 1), city(many - 1, 2)]),
  );
  await second.write([gone(3, 4), city(many, 4)]);
  expect([await first.count(), (await first.live()).length]).toEqual([many, many]);
  expect(await first.find(['city-3'])).toMatchObject([{ id: 'city-3', xid: 4, _deleted: true }]);
});

test('tells what was written, and nothing that is outdated', async () => {
  const { packed } = await stores();
  const [store] = packed;
  const told: string[][] = [];
  const stop = store?.onChange((documents) => told.push(documents.map(({ id, xid }) => `${id} ${xid}`)));
  await store?.write([city(1, 5), city(2, 5)]);
  await store?.write([city(1, 4), city(2, 6), stateDocument<NamedRow>({ filling: 0 } as never)]);
  stop?.();
  await store?.write([city(1, 7)]);
  expect(told).toEqual([
    ['city-1 5', 'city-2 5'],
    ['city-2 6', 'state 0'],
  ]);
});

test('tabs that write at once write one after another', async () => {
  const { packed } = await stores(2);
  await packed[0]?.write([city(1, 1)]);
  await Promise.all([2, 3, 4, 5].map((n) => packed[n % 2]?.write([city(n, 2), city(1, n)])));
  for (const store of packed) {
    expect(await store.count()).toBe(5);
    expect(plainly(await store.live())).toEqual(
      plainly([city(1, 5), ...[2, 3, 4, 5].map((n) => city(n, 2))]),
    );
    expect(await store.find(['city-2', 'city-3', 'city-4', 'city-5'])).toHaveLength(4);
  }
});

test('a failed write changes neither what is found nor what the next one adds', async () => {
  const { packed } = await stores();
  const [store] = packed;
  if (!store) throw new Error('no store');
  await store.write([city(1, 1)]);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await expect(store.write([city(2, 2), city(1, 2)])).rejects.toThrow('no room');
  put.mockRestore();
  expect([await store.count(), plainly(await store.live())]).toEqual([1, plainly([city(1, 1)])]);
  await store.write([city(3, 3), city(4, 3)]);
  expect(plainly(await store.find(['city-1', 'city-2', 'city-3', 'city-4']))).toEqual(
    plainly([city(1, 1), city(3, 3), city(4, 3)]),
  );
});
