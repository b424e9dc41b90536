import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotice } from './notice';
import { announceOfflineReadiness } from './offline-readiness';

const said = () => useNotice.getState().notice?.text ?? null;

beforeEach(() => {
  localStorage.clear();
  useNotice.getState().dismiss();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('is said once on a device, also by a page that the worker was quicker than', async () => {
  await announceOfflineReadiness(false);
  expect(said()).toBe('Pronto para usar offline');
  useNotice.getState().dismiss();
  await announceOfflineReadiness(false);
  await announceOfflineReadiness(true);
  expect(said()).toBeNull();
});

it('where nothing can be remembered, is said by the page that brought the worker and by no other', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const refused = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refused, setItem: refused });
  await announceOfflineReadiness(false);
  expect(said()).toBeNull();
  await announceOfflineReadiness(true);
  expect(said()).toBe('Pronto para usar offline');
});
