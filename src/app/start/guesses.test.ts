import { expect, it, vi } from 'vitest';
import { connection } from '@/lib/connection';
import { asked, guess, isOfGuess } from './guesses';

const gone = new TypeError('gone');

it('marks a failed prefetch as a guess, and rejects for its caller too', async () => {
  expect(isOfGuess(gone)).toBe(false);
  await expect(guess('page', () => Promise.reject(gone))).rejects.toThrow('gone');
  expect(isOfGuess(gone)).toBe(true);
});

it('is no guess once it is needed; another one that is loading stays a guess', async () => {
  const needed = new TypeError('needed');
  const other = new TypeError('other');
  const both = [guess('page', () => Promise.reject(needed)), guess('outbox', () => Promise.reject(other))];
  asked('page');
  await Promise.allSettled(both);
  expect([needed, other].map(isOfGuess)).toEqual([false, true]);
});

it('does nothing without a network and a worker', async () => {
  const load = vi.fn(async () => undefined);
  window.dispatchEvent(new Event('offline'));
  await guess('page', load);
  expect(load).not.toHaveBeenCalled();
  connection.report(true);
  await guess('page', load);
  expect(load).toHaveBeenCalled();
});
