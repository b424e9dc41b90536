/**
 * Waits below the browser give up as late as a test does: by default they end after a second, which a busy machine
 * needs for less.
 */
import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { WAIT_LIMIT } from './limits.ts';

const KEY = Symbol.for('danceflix.patience');
const holder = globalThis as { [KEY]?: true };

if (!holder[KEY]) {
  holder[KEY] = true;
  const { waitFor, waitUntil } = vi;
  const patient = (options: number | { timeout?: number; interval?: number } = {}) =>
    typeof options === 'number' ? options : { timeout: WAIT_LIMIT, ...options };
  vi.waitFor = (callback, options) => waitFor(callback, patient(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}

// Loading it takes a while, and most files that have a process of their own do not use it.
const { testPath } = expect.getState();
if (testPath && readFileSync(testPath, 'utf8').includes('@testing-library/')) {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: WAIT_LIMIT });
}
