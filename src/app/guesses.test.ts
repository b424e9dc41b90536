import { expect, it, vi } from 'vitest';
import { asked, guess, isGuessing } from './guesses';

it('is a guess until it is here', async () => {
  const loading = guess('page', async () => undefined);
  expect(isGuessing()).toBe(true);
  await loading;
  expect(isGuessing()).toBe(false);
});

it('is no guess any more once it does not arrive, and says so to whoever guessed', async () => {
  await expect(guess('page', () => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone');
  expect(isGuessing()).toBe(false);
});

it('is no guess any more once somebody asks for it; another one stays', async () => {
  const both = [guess('page', async () => undefined), guess('outbox', async () => undefined)];
  asked('page');
  expect(isGuessing()).toBe(true);
  asked('outbox');
  expect(isGuessing()).toBe(false);
  await Promise.all(both);
});

it('does not try without a network and a worker', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => undefined);
  await guess('page', load);
  expect(load).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
