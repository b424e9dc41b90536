import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replaceStorage } from '../../../tests/support/page-storage';
import { useNotice } from '../notice';
import { announceOfflineReadiness } from './offline-readiness';

const said = () => useNotice.getState().notice?.text ?? null;

beforeEach(() => {
  useNotice.getState().dismiss();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('is announced once per device, even by a page that started after the worker', async () => {
  await announceOfflineReadiness(false);
  expect(said()).toBe('Pronto para usar offline');
  useNotice.getState().dismiss();
  await announceOfflineReadiness(false);
  await announceOfflineReadiness(true);
  expect(said()).toBeNull();
});

it('without storage, is announced only by the page that installed the worker', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const refused = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  replaceStorage({ getItem: refused, setItem: refused });
  await announceOfflineReadiness(false);
  expect(said()).toBeNull();
  await announceOfflineReadiness(true);
  expect(said()).toBe('Pronto para usar offline');
});
