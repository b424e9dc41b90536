import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { keptAddress, useFormerAddress } from './former-address';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answering = (answer: unknown) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer), { status: 200 }));

it('asks where a former address leads, and remembers it', async () => {
  answering('ana-zouk');
  const { result } = renderHook(() => useFormerAddress('Ana-Velha'));
  await waitFor(() =>
    expect(result.current).toEqual({ status: 'ready', present: 'ana-zouk', absence: null }),
  );
  expect(keptAddress('ana-velha')).toBe('ana-zouk');
  expect(keptAddress('outra')).toBeNull();
});

it.each([[null], ['//evil.example'], [{ to: 'x' }], ['bia-velha']])(
  'leads nowhere by the answer %j',
  async (answer) => {
    answering(answer);
    const { result } = renderHook(() => useFormerAddress('bia-velha'));
    await waitFor(() => expect(result.current.status).toBe('ready'));
    expect(result.current.present).toBeNull();
    expect(keptAddress('bia-velha')).toBeNull();
    cleanup();
  },
);
