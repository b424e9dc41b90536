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

it('what has not arrived, or is not in the replica yet, is worth saying without end', () => {
  for (const status of ['queued', 'sending', 'rejected', 'parked', 'attention'] as const) {
    expect(worthSayingFor({ status, ack: null }, NOW)).toBe(Number.POSITIVE_INFINITY);
  }
  expect(worthSayingFor(delivered(NOW - 10 * READ_IN, false), NOW)).toBe(Number.POSITIVE_INFINITY);
});

it('what the replica holds is, for as long as it takes to read; a clock that was set back does not lengthen that', () => {
  expect(worthSayingFor(delivered(NOW, true), NOW)).toBe(READ_IN);
  expect(worthSayingFor(delivered(NOW - READ_IN, true), NOW)).toBe(0);
  expect(worthSayingFor(delivered(NOW + 3_600_000, true), NOW)).toBe(0);
});

it('goes by itself, and not before the replica holds it', () => {
  const { rerender } = render(<Note command={delivered(NOW, false)} />);
  act(() => vi.advanceTimersByTime(5 * READ_IN));
  expect(screen.getByText('Enviado')).toBeTruthy();
  rerender(<Note command={delivered(NOW + 5 * READ_IN, true)} />);
  act(() => vi.advanceTimersByTime(READ_IN - 1));
  expect(screen.getByText('Enviado')).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText('nada')).toBeTruthy();
});
