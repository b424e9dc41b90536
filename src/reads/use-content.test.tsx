import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { contentStore } from '@/db/memory/content';
import { type ContentAnswer, provideLookup } from '@/db/memory/lookup';
import type { ContentRow } from '@/db/rows/public-rows';
import { syncStatus } from '@/sync/status';
import { parseContent, useContent, useContentItem } from './use-content';

vi.mock('@/sync/ensure-sync', () => ({ ensureSync: async () => undefined }));

let stored: ContentAnswer | null;
let answer: () => Promise<Response>;
const asked: URL[] = [];

provideLookup({
  teacher: async () => null,
  clearStyles: async () => undefined,
  content: async (kind, key) =>
    stored && {
      usable: stored.usable,
      rows: stored.rows.filter((row) => row.kind === kind && (key === null || key === row.slug)),
    },
});

const row = (n: number, data: unknown = { title: `Passo ${n}` }): ContentRow => ({
  id: `e0000000-0000-4000-8000-00000000000${n}`,
  kind: 'step',
  slug: `passo-${n}`,
  sort_key: String(n),
  updated_at: `2026-11-0${n}`,
  data,
});

function parse({ data }: ContentRow): string {
  const { title } = data as { title?: unknown };
  if (typeof title !== 'string') throw new TypeError('no title');
  return title;
}

const refused = async () => Response.json({ message: 'down' }, { status: 500 });

beforeEach(() => {
  stored = null;
  asked.length = 0;
  answer = refused;
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    asked.push(new URL(String(input), 'http://localhost'));
    return answer();
  }) as typeof fetch;
  syncStatus.setState({ connection: 'online' });
  contentStore.refresh();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

/** A busy machine may take a while. */
const soon = (check: () => void) => vi.waitFor(check);

const steps = () => renderHook(() => useContent('step', parse)).result;
const step = (slug: string) => renderHook(() => useContentItem('step', slug, parse)).result;

test('without stored rows the server is asked, and rows that arrive on the phone replace its response', async () => {
  answer = async () => Response.json([row(2), row(1)]);
  const result = steps();
  expect(result.current.status).toBe('loading');
  await soon(() => expect(result.current.data).toEqual(['Passo 1', 'Passo 2']));
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    kind: 'eq.step',
    _deleted: 'is.false',
  });
  stored = { usable: true, rows: [row(3)] };
  act(() => contentStore.refresh());
  await soon(() => expect(result.current).toMatchObject({ status: 'ready', data: ['Passo 3'] }));
});

test('stored rows are shown without asking the server, and a row that does not parse is left out', async () => {
  stored = { usable: true, rows: [row(1), row(2, { name: 'sem título' }), row(3)] };
  act(() => contentStore.refresh());
  const result = steps();
  await soon(() => expect(result.current.data).toEqual(['Passo 1', 'Passo 3']));
  expect(result.current.status).toBe('ready');
  expect(console.warn).toHaveBeenCalledWith(expect.stringContaining(row(2).id), expect.any(TypeError));
  const before = result.current.data;
  await act(async () => contentStore.refresh());
  expect(result.current.data).toBe(before);
  expect(asked).toEqual([]);
  expect(parseContent([row(2, null)], parse)).toEqual([]);
});

test('a row that is not on the phone is requested from the server before it counts as missing', async () => {
  stored = { usable: true, rows: [row(1)] };
  answer = async () => Response.json([row(2)]);
  const fresh = step('passo-2');
  await soon(() => expect(fresh.current).toMatchObject({ status: 'ready', data: 'Passo 2' }));
  answer = async () => Response.json([]);
  const nowhere = step('passo-8');
  expect(nowhere.current.status).toBe('loading');
  await soon(() => expect(nowhere.current.status).toBe('missing'));
});

test('one row is found, missing or unknown', async () => {
  stored = { usable: true, rows: [row(1)] };
  const found = step('passo-1');
  await soon(() => expect(found.current).toMatchObject({ status: 'ready', data: 'Passo 1' }));
  const missing = step('passo-9');
  await soon(() => expect(missing.current).toMatchObject({ status: 'missing', data: null }));
});

test('offline without a sync is unavailable, and ends with the connection', async () => {
  syncStatus.setState({ connection: 'offline' });
  const result = step('passo-4');
  await soon(() => expect(result.current.status).toBe('unavailable'));
  expect(asked).toEqual([]);
  answer = async () => Response.json([row(4)]);
  act(() => syncStatus.setState({ connection: 'online' }));
  await soon(() => expect(result.current).toMatchObject({ status: 'ready', data: 'Passo 4' }));
});

test('a refusing server is told from an unreachable one, and asked again on demand', async () => {
  const result = step('passo-5');
  await soon(() => expect(result.current.status).toBe('failed'));
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  act(() => result.current.retry());
  await soon(() => expect(result.current.status).toBe('unavailable'));
  answer = async () => Response.json([row(5)]);
  act(() => result.current.retry());
  await soon(() => expect(result.current).toMatchObject({ status: 'ready', data: 'Passo 5' }));
});

test('rows from the server stay when the connection goes before the phone has them', async () => {
  answer = async () => Response.json([row(5)]);
  const result = step('passo-5');
  await soon(() => expect(result.current).toMatchObject({ status: 'ready', data: 'Passo 5' }));
  act(() => syncStatus.setState({ connection: 'offline' }));
  expect(result.current).toMatchObject({ status: 'ready', data: 'Passo 5' });
});
