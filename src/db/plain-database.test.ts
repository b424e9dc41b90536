import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plainIn } from './names';
import { PackedRows } from './packed-rows';
import { openReplica, type Replica } from './replica';
import { STATE_ID } from './stored';

const TEACHERS = 700;
const OLD = plainIn('teachers');
const id = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const state = { epoch: 'e', filling: 2, checkpoint: { xid: 9, id: id(5) }, complete: true, usable: true };

let replica: Replica | null = null;

/** As releases before packed rows left it: Dexie writes flags as texts. */
function oldDatabase(rows: Record<string, unknown>[], store = 'docs'): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(OLD, 10);
    request.onupgradeneeded = () => {
      const docs = request.result.createObjectStore(store, { keyPath: 'id' });
      for (const row of rows) docs.put(row);
    };
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(request.error);
  });
}

const rowsOfOld = () => [
  ...Array.from({ length: TEACHERS }, (_, n) => ({
    ...{ id: id(n), name: `Nome ${n}`, tags: [`é ${n}`], xid: n, filling: 2 },
    ...{ _deleted: n % 100 === 7 ? '1' : '0', _meta: { lwt: 5 }, _rev: '3-a', _attachments: {} },
  })),
  {
    id: STATE_ID,
    xid: 0,
    filling: 2,
    state,
    _deleted: '0',
    _meta: { lwt: 5 },
    _rev: '1-a',
    _attachments: {},
  },
];

const open = async () => {
  replica = await openReplica({ multiInstance: false });
  return replica.teachers;
};
const isThere = async () => (await indexedDB.databases()).some(({ name }) => name === OLD);

/** Other tests of this process look at what is stored. */
const before = globalThis.indexedDB;

afterAll(() => {
  globalThis.indexedDB = before;
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await replica?.close();
  replica = null;
});

test('rows, removals, versions and checkpoint of an earlier release are taken over, and its database goes', async () => {
  await oldDatabase(rowsOfOld());
  const teachers = await open();
  expect(await teachers.state()).toEqual(state);
  expect(await teachers.count()).toBe(TEACHERS - 7);
  expect(await teachers.row(id(300))).toEqual({ id: id(300), name: 'Nome 300', tags: ['é 300'] });
  expect([await teachers.row(id(407)), await teachers.version(id(300))]).toEqual([null, 300]);
  const { rows, removed } = await teachers.since({ xid: 600, id: '' });
  expect([rows.length, removed]).toEqual([99, [id(607)]]);
  expect(await isThere()).toBe(false);
});

test('taking over that was interrupted begins again at the next start', async () => {
  await oldDatabase(rowsOfOld());
  const write = PackedRows.prototype.write;
  let calls = 0;
  vi.spyOn(PackedRows.prototype, 'write').mockImplementation(function (this: PackedRows<never>, documents) {
    calls += 1;
    return calls === 3
      ? Promise.reject(new DOMException('no room', 'QuotaExceededError'))
      : write.call(this, documents);
  });
  await expect(openReplica({ multiInstance: false })).rejects.toThrow('no room');
  expect(await isThere()).toBe(true);
  const teachers = await open();
  expect([await teachers.count(), (await teachers.state())?.epoch]).toEqual([TEACHERS - 7, 'e']);
  expect(await isThere()).toBe(false);
});

test('an old database that came back does not replace what was pulled since; one that cannot be read is dropped', async () => {
  await oldDatabase(rowsOfOld());
  await open();
  await replica?.teachers.writeState({ ...(await replica.teachers.state()), epoch: 'later' } as never);
  await replica?.close();
  await oldDatabase(rowsOfOld());
  expect((await (await open()).state())?.epoch).toBe('later');
  await replica?.close();
  globalThis.indexedDB = new IDBFactory();
  await oldDatabase([], 'something');
  expect(await (await open()).state()).toBeNull();
  expect(await isThere()).toBe(false);
});

test('a roll-back makes it again, and it goes again at each start', async () => {
  await open();
  await replica?.teachers.writeState({ ...state, epoch: 'later' } as never);
  for (let rolledBack = 0; rolledBack < 2; rolledBack += 1) {
    await replica?.close();
    await oldDatabase(rowsOfOld());
    expect(await isThere()).toBe(true);
    expect((await (await open()).state())?.epoch).toBe('later');
    expect(await isThere()).toBe(false);
  }
});
