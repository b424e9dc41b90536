import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '@/lib/connection';
import { chooseLowData } from '@/lib/low-data';
import { syncStatus } from '@/sync/status';
import { storeWholeProduct } from './whole-product';

const before = syncStatus.getState();
let answers: boolean[] = [];
const asked = vi.fn();

/** A worker that answers in turn. */
const controller = {
  postMessage: (message: unknown, [port]: MessagePort[]) => {
    asked(message);
    port?.postMessage(answers.shift());
  },
};

const turns = () => new Promise((resolve) => setTimeout(resolve, 80));
const teachersAre = (state: 'syncing' | 'ready') => {
  const { collections } = before;
  syncStatus.setState({ collections: { ...collections, teachers: { ...collections.teachers, state } } });
};

beforeEach(() => {
  asked.mockClear();
  vi.stubGlobal('navigator', { serviceWorker: { controller, addEventListener: () => undefined } });
});

afterEach(() => {
  chooseLowData(null);
  syncStatus.setState(before);
  vi.unstubAllGlobals();
});

test('asks for the other pages once the teachers are here', async () => {
  answers = [true];
  teachersAre('syncing');
  const stored = storeWholeProduct();
  await turns();
  expect(asked).not.toHaveBeenCalled();
  teachersAre('ready');
  await stored;
  expect(asked.mock.calls).toEqual([[{ type: 'STORE_ALL' }]]);
});

test('leaves them out while data is being saved', async () => {
  answers = [true];
  chooseLowData('on');
  teachersAre('ready');
  const stored = storeWholeProduct();
  await turns();
  expect(asked).not.toHaveBeenCalled();
  chooseLowData('off');
  await stored;
  expect(asked).toHaveBeenCalledOnce();
});

test('does not wait for teachers for ever', async () => {
  answers = [true];
  teachersAre('syncing');
  await storeWholeProduct(10);
  expect(asked).toHaveBeenCalledOnce();
});

test('asks again when the network is back, for what did not arrive', async () => {
  answers = [false, true];
  teachersAre('ready');
  const stored = storeWholeProduct();
  await turns();
  expect(asked).toHaveBeenCalledOnce();
  for (const endpoint of ['one', 'two']) connection.report(false, endpoint);
  expect(connection.get()).toBe('offline');
  connection.report(true, 'one');
  await stored;
  expect(asked).toHaveBeenCalledTimes(2);
});
