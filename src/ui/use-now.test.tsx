import { act, cleanup, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { learnDifference } from '@/lib/learn-server-clock';
import { prerenderFrom } from '@/lib/prerendered';
import { forgetServerClock } from '@/lib/server-clock';
import { usePhoneNow } from './use-clock';
import { useNow } from './use-now';

const DRAWN = Date.UTC(2026, 10, 20, 12);
const Clock = () => <time>{new Date(useNow()).toISOString()}</time>;

afterEach(() => {
  prerenderFrom(() => undefined);
  vi.useRealTimers();
  cleanup();
  forgetServerClock();
});

test('a page from another day hydrates with the time of its rendering, then shows the present', async () => {
  prerenderFrom((question) => (question === 'now' ? DRAWN : undefined));
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Clock />);
  expect(root.textContent).toBe('2026-11-20T12:00:00.000Z');

  vi.useFakeTimers({ now: DRAWN + 86_400_000 });
  const faults: unknown[] = [];
  await act(async () => {
    hydrateRoot(root, <Clock />, { onRecoverableError: (error) => faults.push(error) });
  });
  expect(faults).toEqual([]);
  expect(root.textContent).toBe('2026-11-21T12:00:00.000Z');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(root.textContent).toBe('2026-11-21T12:01:00.000Z');
});

test("on a phone that is three days fast, moments go by the server's clock", () => {
  vi.useFakeTimers({ now: DRAWN + 3 * 86_400_000 });
  const Own = () => <i>{new Date(usePhoneNow()).toISOString()}</i>;
  const { container } = render(
    <>
      <Clock />
      <Own />
    </>,
  );
  expect(container.textContent).toBe('2026-11-23T12:00:00.000Z2026-11-23T12:00:00.000Z');
  act(() => learnDifference(-3 * 86_400_000));
  expect(container.textContent).toBe('2026-11-20T12:00:00.000Z2026-11-23T12:00:00.000Z');
});
