/** The lead flow's recommendations, computed on the device or by the server, never include a blocked teacher. */
import { afterEach, expect, test, vi } from 'vitest';
import { catalogStore } from '@/db/memory/catalog';
import type { ListingEntry } from '@/db/search/entry';
import type { NamedEntry } from '@/db/search/search-record';
import type { CurrentLead } from './current-lead';
import { fallbackPath } from './fallback';
import { previewOf } from './preview';
import { hiddenSides, withoutHidden } from './without-hidden';

const rest = vi.hoisted(() => ({
  callProcedure: vi.fn<(name: string, args: Record<string, unknown>) => Promise<unknown>>(),
  selectRows: vi.fn<() => Promise<{ rows: Record<string, unknown>[] }>>(),
}));
vi.mock('@/lib/rest', async (original) => ({ ...(await original<object>()), ...rest }));
vi.mock('@/db/memory/lookup', () => ({ lookUpTeacher: async () => null }));
vi.mock('@/sync/ensure-sync', () => ({ ensureSync: async () => undefined }));

const [VITORIA, NATAL, FORRO] = ['c1', 'c2', 's1'].map((id) => id.padEnd(36, '0')) as [
  string,
  string,
  string,
];
const id = (name: string) => name.padEnd(36, '0');
const LEAD: CurrentLead = {
  id: 'l',
  createCommand: 'c',
  matchCommand: 'm',
  cidade: 'Vitória',
  estilo: 'Forró',
  objetivos: '',
  sentAt: Date.UTC(2026, 10, 25),
};

const teacher = (name: string, cityId: string): ListingEntry => ({
  id: id(name),
  folded: name,
  isHighlighted: false,
  slug: name,
  cityId,
  styleIds: [FORRO],
  slots: 0,
  offers: 0,
  area: '',
  checks: '',
  flags: 0,
  face: [name, null, null, '', null, 0],
});

function fill(hidden: readonly string[] = []) {
  catalogStore.applyChanges(
    [teacher('ana', VITORIA), teacher('bia', VITORIA), teacher('caio', NATAL), teacher('davi', NATAL)],
    [],
  );
  const names = (items: [string, string][]) => ({
    items: items.map(([key, name]): NamedEntry => [key, name, true]),
    complete: true,
  });
  catalogStore.setNames(
    names([
      [VITORIA, 'Vitória'],
      [NATAL, 'Natal'],
    ]),
    names([[FORRO, 'Forró']]),
  );
  catalogStore.setHidden(new Set(hidden.map(id)));
}

const settings = (value: unknown) => rest.selectRows.mockResolvedValue({ rows: [{ value }] });

afterEach(() => {
  catalogStore.setHidden(new Set());
  vi.clearAllMocks();
});

test('the phone’s own matches skip blocked teachers, in the city and outside', async () => {
  fill();
  const before = await previewOf(LEAD);
  expect([before?.cityMatch?.teacherId, before?.brazilMatch?.teacherId]).toEqual([id('ana'), id('caio')]);
  fill(['ana', 'caio']);
  const after = await previewOf(LEAD);
  expect([after?.cityMatch?.teacherId, after?.brazilMatch?.teacherId]).toEqual([id('bia'), id('davi')]);
  fill(['ana', 'bia', 'caio', 'davi']);
  expect(await previewOf(LEAD)).toMatchObject({ cityMatch: null, brazilMatch: null });
});

test('the fallback asks the server for one teacher more than are blocked, and skips those', async () => {
  fill(['ana', 'caio']);
  rest.callProcedure.mockResolvedValue({
    teachers: [
      { id: id('ana'), slug: 'ana' },
      { id: id('bia'), slug: 'bia' },
    ],
  });
  expect(await fallbackPath(LEAD)).toBe('/teachers/bia');
  expect(rest.callProcedure).toHaveBeenCalledWith(
    'search_teachers_with_filters',
    expect.objectContaining({ items_per_page: 3 }),
  );
});

test('the team’s default teacher is not shown to a user who has blocked them', async () => {
  rest.callProcedure.mockResolvedValue({ teachers: [] });
  settings(id('ana'));
  fill();
  expect(await fallbackPath(LEAD)).toBe('/teachers/ana');
  fill(['ana']);
  expect(await fallbackPath(LEAD)).toBeNull();
});

test('the phone’s own match replaces a blocked teacher whom the server recommended', () => {
  const match = (name: string) => ({
    teacherId: id(name),
    matchPercentage: 80,
    justification: 'Porque sim.',
  });
  const server = { cityMatch: match('ana'), brazilMatch: match('caio') };
  const own = { cityMatch: match('bia'), brazilMatch: match('davi') };
  expect(hiddenSides(server, new Set())).toEqual([]);
  const hidden = new Set([id('ana')]);
  expect(hiddenSides(server, hidden)).toEqual(['cityMatch']);
  expect(withoutHidden(server, hidden, own)).toEqual({ ...server, cityMatch: own.cityMatch });
  expect(withoutHidden(server, hidden, null)).toEqual({ ...server, cityMatch: null });
  expect(withoutHidden(server, hidden, server)).toEqual({ ...server, cityMatch: null });
});
