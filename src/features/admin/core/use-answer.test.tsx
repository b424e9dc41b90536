import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setIdentity } from '@/auth/identity';
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { storedKeys } from '@/lib/stored';
import { syncStatus } from '@/sync/status';
import { keep, readKept } from './kept';
import type { Answer } from './server';
import { useAnswer } from './use-answer';

const ok = (value: unknown): Answer<unknown> => ({ kind: 'ok', value });

function ask(answer: Answer<unknown> | Promise<Answer<unknown>>) {
  const asked = vi.fn(async () => answer);
  const read = (value: unknown) => {
    if (typeof value !== 'string') throw new TypeError('not a text');
    return value;
  };
  const view = renderHook(() => useAnswer({ key: 'list', ask: asked, read }));
  return { asked, result: view.result };
}

beforeEach(() => {
  setIdentity({
    userId: 'u1',
    email: 'a@b.c',
    role: 'admin',
    name: 'Equipe',
    imageUrl: null,
    state: 'active',
    termsDue: null,
  });
  syncStatus.setState({ connection: 'online' });
});
afterEach(() => vi.restoreAllMocks());

describe('an answer of the server', () => {
  it('is shown and kept, under a key that signing out deletes', async () => {
    const { result } = ask(ok('fresco'));
    expect(result.current.status).toBe('loading');
    await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', value: 'fresco' }));
    expect(readKept('list')?.value).toBe('fresco');
    expect(storedKeys('').filter((key) => key.includes('list'))).toEqual([`${PRIVATE_PREFIX}admin_u1_list`]);
  });

  it('is the previous one while the next is loading, and while offline', async () => {
    keep('list', 'velho');
    syncStatus.setState({ connection: 'offline' });
    const { asked, result } = ask(ok('novo'));
    await waitFor(() => expect(result.current).toMatchObject({ status: 'kept', value: 'velho' }));
    expect(asked).not.toHaveBeenCalled();
    act(() => syncStatus.setState({ connection: 'online' }));
    expect(result.current).toMatchObject({ status: 'stale', value: 'velho' });
    await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', value: 'novo' }));
  });

  it('is never an old one when the server refuses', async () => {
    keep('list', 'velho');
    const refused = {
      kind: 'refused',
      status: 403,
      code: '42501',
      hint: 'admin_only',
      detail: null,
    } as const;
    const { result } = ask(refused);
    await waitFor(() =>
      expect(result.current).toMatchObject({ status: 'failed', value: null, failure: refused }),
    );
  });

  it('of another shape is a failure, not a crash', async () => {
    const { result } = ask(ok(42));
    await waitFor(() => expect(result.current.status).toBe('failed'));
    expect(result.current.failure).toMatchObject({ hint: 'unreadable' });
  });
});
