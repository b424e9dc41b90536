// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storedKeys, writeText } from '@/lib/stored';

class Network extends EventTarget {
  saveData = false;
}
let network: Network;

beforeEach(() => {
  vi.resetModules();
  network = new Network();
  vi.stubGlobal('navigator', { connection: network });
});
afterEach(() => vi.unstubAllGlobals());

const load = () => import('./low-data');

it('follows the browser’s Save-Data, also when it changes', async () => {
  const { lowData } = await load();
  expect(lowData.getState()).toEqual({ choice: null, low: false });
  network.saveData = true;
  network.dispatchEvent(new Event('change'));
  expect(lowData.getState().low).toBe(true);
});

it('[T110] keeps the person’s choice, whatever the browser says, and remembers it', async () => {
  network.saveData = true;
  const first = await load();
  first.chooseLowData('off');
  expect(first.lowData.getState()).toEqual({ choice: 'off', low: false });
  vi.resetModules();
  const next = await load();
  expect(next.lowData.getState()).toEqual({ choice: 'off', low: false });
  next.chooseLowData(null);
  expect(next.lowData.getState()).toEqual({ choice: null, low: true });
  expect(storedKeys('').length).toBe(0);
});

it('takes over the choice of another tab', async () => {
  const { lowData } = await load();
  writeText('danceflix_low_data', 'on');
  dispatchEvent(new StorageEvent('storage', { key: 'danceflix_low_data' }));
  expect(lowData.getState()).toEqual({ choice: 'on', low: true });
});

it('sets the document’s attribute, which hides prerendered pictures', async () => {
  const says = () => document.documentElement.hasAttribute('data-low-data');
  const { chooseLowData } = await load();
  expect(says()).toBe(false);
  chooseLowData('on');
  expect(says()).toBe(true);
  chooseLowData('off');
  expect(says()).toBe(false);
});
