import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteGone, readGone } from '@/auth/leaving/gone';
import type { ListingEntry } from '@/db/search/entry';
import { SearchIndex } from '@/db/search/search-index';
import type { StoredCommand } from '@/outbox/stored-command';
import GoneDialog from './gone-dialog';

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
let unsent: StoredCommand[] = [];
const leave = vi.fn(async (_id: string, _what: string) => undefined);
const toasts: string[] = [];

vi.mock('@/outbox/entry', () => ({
  unsentOf: async () => unsent,
  leaveOutbox: (id: string, what: string) => leave(id, what),
}));
const names = new SearchIndex();
vi.mock('@/reads/use-catalog', () => ({
  useCatalog: () => ({ index: names, cities: new Map(), danceStyles: new Map() }),
}));
vi.mock('@/ui/toast', () => ({ showToast: async ({ title }: { title: string }) => void toasts.push(title) }));

const request: StoredCommand = {
  seq: 1,
  id: 'one',
  kind: 'lesson_request.create',
  version: 1,
  entity: { table: 'lesson_requests', id: ANNA },
  payload: {
    request: {
      id: ANNA,
      teacher_id: ANNA,
      dance_style_id: ANNA,
      guardian_terms: null,
      preferred_days: ['Sábado'],
      preferred_times: ['Noite'],
      message: 'Quero aprender Forró para o casamento.',
    },
  },
  base: null,
  userId: ANNA,
  visitor: null,
  createdAt: 0,
  status: 'rejected',
  attempts: 1,
  dueAt: 0,
  error: null,
  ack: null,
};

beforeEach(() => {
  unsent = [request];
  toasts.length = 0;
  leave.mockClear();
  noteGone(ANNA);
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (onDone = vi.fn()) => {
  render(
    <MantineProvider>
      <GoneDialog userId={ANNA} onDone={onDone} />
    </MantineProvider>,
  );
  return onDone;
};

it('lists the unsent writes, lets them be copied, and only then deletes them', async () => {
  const onDone = show();
  expect(await screen.findByText('Esta conta não existe mais')).toBeTruthy();
  expect(screen.getByText('Quero aprender Forró para o casamento.')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/Entre novamente|6a0f4f0c/);
  const copied = vi.fn(async (_text: string) => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  fireEvent.click(screen.getByText('Copiar tudo'));
  await waitFor(() => expect(screen.getByText(/^Copiado/)).toBeTruthy());
  expect(copied.mock.calls[0]?.[0]).toBe(
    'Pedido de aula\nQuero aprender Forró para o casamento.\nSábado\nNoite',
  );
  expect(leave).not.toHaveBeenCalled();
  expect(readGone()).toBe(ANNA);
  fireEvent.click(screen.getByText('Apagar deste aparelho'));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(leave).toHaveBeenCalledWith(ANNA, 'discard');
  expect(readGone()).toBeNull();
});

it('says that the account is removed when nothing was unsent', async () => {
  unsent = [];
  const onDone = show();
  await waitFor(() => expect(toasts).toEqual(['Esta conta não existe mais']));
  expect(onDone).toHaveBeenCalled();
  expect(readGone()).toBeNull();
});

it('names the teacher whom a favourite is about, on the screen and in the copy', async () => {
  const teacher = {
    ...{
      id: 'marina',
      folded: 'marina couto',
      isHighlighted: false,
      slug: null,
      cityId: 'city',
      styleIds: [],
    },
    ...{ flags: 0, slots: 0, offers: 0, area: '', checks: '' },
    face: ['Marina Couto', null, null, null, null, 0],
  } as ListingEntry;
  names.apply([teacher], []);
  unsent = [
    {
      ...request,
      kind: 'favourite.set',
      entity: { table: 'favourites', id: 'marina' },
      payload: { teacherId: 'marina', wanted: true, wishedAt: '2026-11-25T10:00:00Z' },
    },
  ];
  show();
  expect(await screen.findByText('Marina Couto')).toBeTruthy();
  const copied = vi.fn(async (_text: string) => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  fireEvent.click(screen.getByText('Copiar tudo'));
  await waitFor(() => expect(copied.mock.calls[0]?.[0]).toMatch(/^Favorito\nMarina Couto/));
});
