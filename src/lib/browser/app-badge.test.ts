import { beforeEach, expect, test, vi } from 'vitest';
import { showOnIcon } from './app-badge';

const setAppBadge = vi.fn(async () => undefined);
const clearAppBadge = vi.fn(async () => undefined);
beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(navigator, { setAppBadge, clearAppBadge });
});

test('the icon counts unread notifications and unsent writes together, and is cleared when nothing is left', () => {
  showOnIcon('unread', 2);
  showOnIcon('unsent', 1);
  expect(setAppBadge.mock.calls).toEqual([[2], [3]]);
  showOnIcon('unread', 0);
  showOnIcon('unsent', 0);
  expect(setAppBadge.mock.calls.at(-1)).toEqual([1]);
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

test('a browser that refuses a badge breaks nothing', async () => {
  setAppBadge.mockRejectedValueOnce(new Error('Not installed'));
  showOnIcon('unread', 1);
  await expect(setAppBadge.mock.results[0]?.value).rejects.toThrow();
});
