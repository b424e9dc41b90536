import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPushRecord } from '@/auth/push-record';
import { syncStatus } from '@/sync/status';
import type { Toast } from '@/ui/toast';
import type { Hindrance } from '../support';
import { PUSH, type PushText } from '../texts';
import { PushToggle } from './push-toggle';

let inTheWay: Hindrance | null;
let isActive: boolean;
let outcome: PushText;
const activate = vi.fn(async () => outcome);
const toasts: Toast[] = [];

vi.mock('../support', () => ({ hindrance: () => inTheWay }));
vi.mock('../actions', () => ({
  activate: () => activate(),
  deactivate: async () => outcome,
  isActiveHere: async () => isActive,
}));
vi.mock('@/ui/toast', () => ({ showToast: async (toast: Toast) => void toasts.push(toast) }));

beforeEach(() => {
  inTheWay = null;
  isActive = false;
  outcome = 'activated';
  toasts.length = 0;
  activate.mockClear();
  vi.stubGlobal('Notification', { permission: 'default' });
  // A press without a connection first asks whether the server answers again.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
});
afterEach(() => {
  cleanup();
  act(() => syncStatus.setState({ connection: 'online' }));
  vi.unstubAllGlobals();
});

const toggle = () => screen.getByRole('switch', { name: PUSH.label });
const note = () => screen.getByRole('status').textContent;
const isOn = () => toggle().getAttribute('aria-checked');
const shown = (text: PushText) => vi.waitFor(() => expect(note()).toBe(PUSH[text]));

test('says that it is checking until the state is known', async () => {
  isActive = true;
  render(<PushToggle />);
  expect([note(), toggle().getAttribute('aria-busy'), isOn()]).toEqual([PUSH.checking, 'true', 'false']);
  await shown('active');
  expect([toggle().getAttribute('aria-busy'), isOn()]).toEqual(['false', 'true']);
});

test('two quick presses count as one', async () => {
  render(<PushToggle />);
  await shown('inactive');
  fireEvent.click(toggle());
  fireEvent.click(toggle());
  await shown('activated');
  expect(activate).toHaveBeenCalledOnce();
  expect(isOn()).toBe('true');
  expect(toasts).toMatchObject([{ title: PUSH.activated }]);
});

test.each([
  ['unsupported', PUSH.tryUnsupported, 'destructive'],
  ['noKeys', PUSH.noKeys, undefined],
  ['installFirst', PUSH.tryInstallFirst, undefined],
] as const)('%s is explained under the switch and when it is pressed', async (why, pressed, variant) => {
  inTheWay = why;
  render(<PushToggle />);
  expect(note()).toBe(PUSH[why]);
  fireEvent.click(toggle());
  await vi.waitFor(() =>
    expect(toasts).toEqual([{ id: 'push', title: pressed, ...(variant && { variant }) }]),
  );
  expect([note(), isOn()]).toEqual([PUSH[why], 'false']);
  expect(activate).not.toHaveBeenCalled();
});

test('a permission refused earlier is shown at once', async () => {
  vi.stubGlobal('Notification', { permission: 'denied' });
  render(<PushToggle />);
  await shown('denied');
});

test('offline shows the last known state, and a press changes nothing', async () => {
  isActive = true;
  render(<PushToggle />);
  await shown('active');
  act(() => syncStatus.setState({ connection: 'offline' }));
  await shown('offline');
  fireEvent.click(toggle());
  await vi.waitFor(() => expect(toasts).toMatchObject([{ title: PUSH.offline }]));
  expect(isOn()).toBe('true');
  act(() => syncStatus.setState({ connection: 'online' }));
  await shown('active');
});

test('follows the refresh at start: switched off on another phone', async () => {
  isActive = true;
  render(<PushToggle />);
  await shown('active');
  isActive = false;
  act(() => forgetPushRecord());
  await shown('inactive');
  expect(isOn()).toBe('false');
});
