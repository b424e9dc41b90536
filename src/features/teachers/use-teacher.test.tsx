import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { catalogStore } from '@/db/memory/catalog';
import { provideLookup, type TeacherAnswer } from '@/db/memory/lookup';
import type { TeacherRow } from '@/db/rows/public-rows';
import { encodeRecord } from '@/db/search/encode-record';
import { toEntry } from '@/db/search/to-entry';
import { syncStatus } from '@/sync/status';
import { TEACHER } from '../../../tests/support/row-samples';
import { useIsUnlisted, useTeacher } from './teacher-query';

vi.mock('@/sync/ensure-sync', () => ({ ensureSync: async () => undefined }));

const ROW: TeacherRow = {
  ...TEACHER,
  id: '0000000a-0000-4000-8000-000000000001',
  name: 'Ágata Lima',
  folded_name: 'agata lima',
  rank: '1agata lima 0000000a-0000-4000-8000-000000000001',
  whatsapp: '+5511900000000',
  bio: 'Ensino devagar.',
  slug: 'agata-lima',
};

/** A teacher whom the mocked server does not return. */
const UNREAD: TeacherRow = { ...ROW, id: ROW.id.replace(/1$/, '2'), name: 'Bento Lima', slug: 'bento-lima' };

let stored: TeacherAnswer;
let asked: string[] = [];
let reachable = true;

provideLookup({
  teacher: async () => stored,
  clearStyles: async () => undefined,
  content: async () => null,
});

// Unmounts, so that no earlier screen makes requests.
afterEach(cleanup);

beforeEach(async () => {
  asked = [];
  reachable = true;
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input), 'http://localhost');
    if (!reachable) throw new TypeError('Failed to fetch');
    asked.push(pathname);
    return Response.json(pathname.endsWith('teacher_listings') ? [ROW] : []);
  }) as typeof fetch;
  syncStatus.setState({ connection: 'online' });
  const head = { epoch: 'e', checkpoint: null, cities: [], danceStyles: [], builtAt: 1 };
  catalogStore.setRecord(await encodeRecord([toEntry(ROW), toEntry(UNREAD)], head), true);
});

async function settled(slug = ROW.slug ?? '') {
  const { result } = renderHook(() => useTeacher(slug));
  await act(() => vi.waitFor(() => expect(result.current.status).toBe('ready')));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  return result;
}

test('a listed teacher whose row is not stored yet is fetched from the server', async () => {
  stored = { row: null, complete: false };
  const result = await settled();
  await act(() => vi.waitFor(() => expect(result.current).toMatchObject({ data: { isPartial: false } })));
  expect(result.current).toMatchObject({
    status: 'ready',
    data: { teacher: { whatsapp: '+5511900000000' } },
  });
});

test('what a request begins with is the same before and after the row has come', async () => {
  const offered = ['segunda-noite', 'sabado-manha'];
  const asListed = { ...UNREAD, availability: offered };
  const head = { epoch: 'e', checkpoint: null, cities: [], danceStyles: [], builtAt: 1 };
  catalogStore.setRecord(await encodeRecord([toEntry(asListed)], head), true);
  stored = { row: null, complete: false };
  reachable = false;
  const card = await settled('bento-lima');
  expect(card.current).toMatchObject({ data: { isPartial: true, teacher: { availability: offered } } });
  cleanup();
  stored = { row: asListed, complete: true };
  const row = await settled('bento-lima');
  expect(row.current).toMatchObject({ data: { isPartial: false, teacher: { availability: offered } } });
});

test('offline shows the card of a teacher whose row is not stored yet, and that the rest is missing', async () => {
  stored = { row: null, complete: false };
  reachable = false;
  const result = await settled('bento-lima');
  await act(() =>
    vi.waitFor(() => expect(result.current).toMatchObject({ data: { restFailed: true, isAway: true } })),
  );
  expect(result.current).toMatchObject({
    status: 'ready',
    data: { isPartial: true, teacher: { name: 'Bento Lima' } },
  });
});

test('a stored teacher is not fetched, though the sync is not complete', async () => {
  stored = { row: ROW, complete: false };
  const result = await settled();
  expect(result.current).toMatchObject({
    data: { isPartial: false, teacher: { whatsapp: '+5511900000000' } },
  });
  expect(asked.filter((path) => path.endsWith('teacher_listings'))).toEqual([]);
});

test('an unlisted teacher is looked up on the server before the page says that there is none', async () => {
  stored = { row: null, complete: true };
  const head = { epoch: 'e', checkpoint: null, cities: [], danceStyles: [], builtAt: 1 };
  catalogStore.setRecord(await encodeRecord([toEntry(UNREAD)], head), true);
  const said = async (slug: string) => {
    const { result } = renderHook(() => useTeacher(slug));
    expect(result.current.status).toBe('loading');
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(result.current.status).not.toBe('loading');
    });
    cleanup();
    return result.current;
  };
  expect(await said('agata-lima')).toMatchObject({
    status: 'ready',
    data: { teacher: { name: 'Ágata Lima' } },
  });
  expect(await said('ninguem')).toEqual({ status: 'missing', data: null });
  reachable = false;
  expect(await said('outra-pessoa')).toEqual({ status: 'unavailable', data: null });
});

test('a teacher fetched in this visit is available offline, on another screen too', async () => {
  stored = { row: null, complete: false };
  const first = await settled();
  await act(() => vi.waitFor(() => expect(first.current).toMatchObject({ data: { isPartial: false } })));
  cleanup();
  reachable = false;
  const again = await settled();
  expect(again.current).toMatchObject({
    data: { isPartial: false, teacher: { whatsapp: '+5511900000000' } },
  });
});

test('offline, a teacher missing from the complete listings is unlisted, and one whose card is stored is not', async () => {
  stored = { row: null, complete: true };
  reachable = false;
  const head = { epoch: 'e', checkpoint: null, cities: [], danceStyles: [], builtAt: 1 };
  const isUnlisted = async (id: string) => {
    const { result } = renderHook(() => ({ query: useTeacher(id), isUnlisted: useIsUnlisted(id) }));
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(result.current.query.status).not.toBe('loading');
    });
    cleanup();
    return result.current.isUnlisted;
  };
  catalogStore.setRecord(await encodeRecord([toEntry(UNREAD)], head), true);
  expect(await isUnlisted('0000000a-0000-4000-8000-000000000003')).toBe(true);
  expect(await isUnlisted(UNREAD.id)).toBe(false);
});
