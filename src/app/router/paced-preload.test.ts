import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asked, guess, keepGuess } from '../start/guesses';
import { type Preload, paced } from './paced-preload';

const FILES = ['a.js', 'page.css', 'b.js', 'c.js', 'd.js', 'e.js'];
const idleMoments: (() => void)[] = [];
const linked: string[][] = [];
const preload: Preload = (load, files = []) => {
  linked.push([...files]);
  return load();
};
const page = () => paced(preload)(async () => 'page', FILES);

beforeEach(() => {
  linked.length = 0;
  idleMoments.length = 0;
  vi.stubGlobal('requestIdleCallback', (done: () => void) => idleMoments.push(done));
});
afterEach(() => vi.unstubAllGlobals());

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

it('links the files of a needed page at once', async () => {
  expect(await page()).toBe('page');
  expect(linked).toEqual([FILES]);
});

it('links a guess a few scripts in each idle moment, and the rest with the page', async () => {
  const arrived = vi.fn();
  void guess('/page', () => page().then(arrived));
  await settle();
  expect(linked).toEqual([['a.js', 'b.js', 'c.js']]);
  idleMoments.shift()?.();
  await settle();
  expect(linked).toEqual([
    ['a.js', 'b.js', 'c.js'],
    ['d.js', 'e.js'],
  ]);
  expect(arrived).not.toHaveBeenCalled();
  idleMoments.shift()?.();
  await settle();
  expect(linked.at(-1)).toEqual(FILES);
  expect(arrived).toHaveBeenCalledWith('page');
});

it('links a guess in steps also where the page’s address has to load first', async () => {
  const table = Promise.resolve(page);
  void guess('/page', async () => {
    const inGuess = keepGuess();
    const load = await table;
    return inGuess(load);
  });
  await settle();
  expect(linked).toEqual([['a.js', 'b.js', 'c.js']]);
  // Another load in between is no part of the guess.
  void page();
  await settle();
  expect(linked.at(-1)).toEqual(FILES);
});

it('stops pausing once the page is opened', async () => {
  const arrived = vi.fn();
  void guess('/page', () => page().then(arrived));
  await settle();
  asked('/page');
  await settle();
  expect(linked.at(-1)).toEqual(FILES);
  expect(arrived).toHaveBeenCalledWith('page');
});

it('rejects for the caller of a guess that did not load', async () => {
  const gone = new TypeError('gone');
  const failing = () => paced(preload)(() => Promise.reject(gone), ['page.css']);
  await expect(guess('/page', failing)).rejects.toBe(gone);
});
