import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Toast } from '@/ui/toast';
import { WorkerMessages } from './worker-messages';

const toasts: Toast[] = [];
vi.mock('@/ui/toast', () => ({ showToast: async (toast: Toast) => void toasts.push(toast) }));
const refreshed = vi.fn();
vi.mock('@/features/push/refresh', () => ({ refreshPush: async () => refreshed() }));

let worker: EventTarget;
beforeEach(() => {
  toasts.length = 0;
  worker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  render(
    <MemoryRouter initialEntries={['/search?nome=ana']}>
      <WorkerMessages />
      <Here />
    </MemoryRouter>,
  );
});
afterEach(cleanup);

function Here() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}
const here = () => screen.getByRole('status').textContent;

function say(data: unknown): unknown[] {
  const answers: unknown[] = [];
  const port = { postMessage: (answer: unknown) => answers.push(answer) } as unknown as MessagePort;
  act(() => void worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] })));
  return answers;
}

test('[A289] a push that arrives while the page is visible becomes a toast with title and body, and opens its page when asked', () => {
  say({ type: 'push-shown', title: 'Pedido aceito', body: 'Marina aceitou.', url: '/student/requests' });
  expect(toasts).toMatchObject([{ title: 'Pedido aceito', description: 'Marina aceitou.' }]);
  expect(here()).toBe('/search?nome=ana');
  act(() => toasts[0]?.action?.onClick());
  expect(here()).toBe('/student/requests');
});

test('a tapped notification navigates through the router, and the worker gets an answer', () => {
  expect(say({ type: 'open', url: '/student/requests?x=1' })).toEqual(['leading']);
  expect(here()).toBe('/student/requests?x=1');
});

test('no message leads outside the site, and other messages are ignored', () => {
  expect(say({ type: 'open', url: 'https://evil.example/' })).toEqual([]);
  say({ type: 'push-shown', title: 'a', body: 'b', url: '//evil.example' });
  expect(toasts[0]?.action).toBeUndefined();
  for (const other of [null, 'text', { type: 'CACHE_UPDATED' }, { type: 'push-shown' }]) say(other);
  expect(toasts).toHaveLength(1);
  expect(here()).toBe('/search?nome=ana');
});

test('a replaced push subscription is sent to the server at once', async () => {
  say({ type: 'push-rotated' });
  await vi.waitFor(() => expect(refreshed).toHaveBeenCalledOnce());
});
