import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedIn } from '@/db/storage/names';
import { chooseLowData } from '@/lib/low-data';

const NEWEST = {
  version: 1,
  epoch: 'one',
  horizon: 7,
  count: 8,
  sections: ['a', 'b', 'c', 'd'].map((name) => ({ name: `${name.repeat(24)}.gz`, count: 2, cities: [name] })),
};

let fetched: string[] = [];

beforeEach(() => {
  vi.resetModules();
  fetched = [];
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url.slice(url.lastIndexOf('/') + 1));
    return new Response('');
  });
});

afterEach(async () => {
  chooseLowData(null);
  vi.unstubAllGlobals();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
});

const load = () => import('./early-file');

test('the answer is passed on once, and the first sections are fetched ahead', async () => {
  const { keepEarlyFile, takeEarlyFile } = await load();
  keepEarlyFile(Promise.resolve(NEWEST));
  expect(await takeEarlyFile()).toEqual(NEWEST);
  expect(fetched).toEqual(NEWEST.sections.slice(0, 3).map(({ name }) => name));
  expect(await takeEarlyFile()).toBe(null);
});

test('without an early request there is nothing to wait for', async () => {
  const { takeEarlyFile } = await load();
  expect(takeEarlyFile()).toBe(null);
});

test('a request that failed, and an answer that is none, become no answer', async () => {
  vi.spyOn(console, 'info').mockReturnValue(undefined);
  for (const answer of [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve({ version: 99 })]) {
    vi.resetModules();
    const { keepEarlyFile, takeEarlyFile } = await load();
    keepEarlyFile(answer);
    expect(await takeEarlyFile()).toBe(null);
  }
  expect(fetched).toEqual([]);
});

test('a phone with listings, and one that saves data, fetch no sections ahead', async () => {
  const { keepEarlyFile, takeEarlyFile } = await load();
  (await import('@/lib/low-data')).chooseLowData('on');
  keepEarlyFile(Promise.resolve(NEWEST));
  expect(await takeEarlyFile()).toEqual(NEWEST);
  vi.resetModules();
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open(storedIn('teachers'));
    opening.onsuccess = () => resolve(opening.result.close());
    opening.onerror = () => reject(opening.error);
  });
  const later = await load();
  later.keepEarlyFile(Promise.resolve(NEWEST));
  expect(await later.takeEarlyFile()).toEqual(NEWEST);
  expect(fetched).toEqual([]);
});
