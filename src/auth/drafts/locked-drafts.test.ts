import { afterEach, expect, it, vi } from 'vitest';
import { readText, writeText } from '@/lib/stored';
import { PRIVATE_DRAFT_PREFIX } from '../leaving/forget';
import { lockDrafts, unlockDrafts } from './locked-drafts';

const KEY = `${PRIVATE_DRAFT_PREFIX}request_anna_marina`;

afterEach(() => {
  vi.unstubAllGlobals();
});

it('brings a locked text back to its person, whose newer text wins', async () => {
  writeText(KEY, 'before');
  await lockDrafts('anna');
  expect(readText(KEY)).toBeNull();
  await unlockDrafts('bia');
  expect(readText(KEY)).toBeNull();
  await unlockDrafts('anna');
  expect(readText(KEY)).toBe('before');

  await lockDrafts('anna');
  writeText(KEY, 'newer');
  await unlockDrafts('anna');
  expect(readText(KEY)).toBe('newer');
});

it('lets a person in where there is no Web Crypto', async () => {
  vi.stubGlobal('crypto', {});
  await expect(unlockDrafts('anna')).resolves.toBeUndefined();
});
