import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useConnectionNotice } from './use-connection-notice';

type Connection = 'online' | 'offline';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const start = (connection: Connection) =>
  renderHook((props: { connection: Connection }) => useConnectionNotice(props.connection), {
    initialProps: { connection },
  });

describe('connection banner', () => {
  it('says nothing on a first load with a connection', () => {
    const { result } = start('online');
    expect(result.current).toBeNull();
    act(() => vi.advanceTimersByTime(10_000));
    expect(result.current).toBeNull();
  });

  it('stays for as long as the connection is away', () => {
    const { result } = start('offline');
    act(() => vi.advanceTimersByTime(3_600_000));
    expect(result.current).toBe('offline');
  });

  it('shows the return for exactly three seconds', () => {
    const { result, rerender } = start('online');
    rerender({ connection: 'offline' });
    expect(result.current).toBe('offline');
    rerender({ connection: 'online' });
    expect(result.current).toBe('back');
    act(() => vi.advanceTimersByTime(2_999));
    expect(result.current).toBe('back');
    act(() => vi.advanceTimersByTime(1));
    expect(result.current).toBeNull();
  });

  it('restarts the three seconds after each loss', () => {
    const { result, rerender } = start('offline');
    rerender({ connection: 'online' });
    act(() => vi.advanceTimersByTime(2_000));
    rerender({ connection: 'offline' });
    expect(result.current).toBe('offline');
    rerender({ connection: 'online' });
    act(() => vi.advanceTimersByTime(2_000));
    expect(result.current).toBe('back');
    act(() => vi.advanceTimersByTime(1_000));
    expect(result.current).toBeNull();
  });
});
