import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RawCommand } from './command';
import { READ_IN, useWorthSaying, worthSayingFor } from './worth-saying';

const NOW = 1_800_000_000_000;
const delivered = (at: number, settled: boolean): RawCommand =>
  ({ status: 'delivered', ack: { version: 3, answer: {}, at, settled } }) as RawCommand;

function Note({ command }: { command: RawCommand | null }) {
  return <p>{useWorthSaying(command) ? 'Enviado' : 'nada'}</p>;
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('the state is shown without limit while the write is undelivered or not in the replica', () => {
  for (const status of ['queued', 'sending', 'rejected', 'parked', 'attention'] as const) {
    expect(worthSayingFor({ status, ack: null }, NOW)).toBe(Number.POSITIVE_INFINITY);
  }
  expect(worthSayingFor(delivered(NOW - 10 * READ_IN, false), NOW)).toBe(Number.POSITIVE_INFINITY);
});

it('once the replica holds the write, the state is shown long enough to be read; a clock that was set back does not lengthen that', () => {
  expect(worthSayingFor(delivered(NOW, true), NOW)).toBe(READ_IN);
  expect(worthSayingFor(delivered(NOW - READ_IN, true), NOW)).toBe(0);
  expect(worthSayingFor(delivered(NOW + 3_600_000, true), NOW)).toBe(0);
});

it('disappears by itself, and not before the replica holds the write', () => {
  const { rerender } = render(<Note command={delivered(NOW, false)} />);
  act(() => vi.advanceTimersByTime(5 * READ_IN));
  expect(screen.getByText('Enviado')).toBeTruthy();
  rerender(<Note command={delivered(NOW + 5 * READ_IN, true)} />);
  act(() => vi.advanceTimersByTime(READ_IN - 1));
  expect(screen.getByText('Enviado')).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText('nada')).toBeTruthy();
});
