/** Walks the ways to other teachers: each leads to a search for the same style, city and half-days. */
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { catalogStore } from '@/db/memory/catalog';
import { provideLookup } from '@/db/memory/lookup';
import { noRows } from '@/db/memory/private-rows';
import { setPrivateRows } from '@/db/memory/private-store';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import type { TeacherRow } from '@/db/rows/public-rows';
import { encodeRecord } from '@/db/search/encode-record';
import { toEntry } from '@/db/search/to-entry';
import TalkQuestion from '@/features/teachers/profile/talk-question';
import { TeacherView } from '@/features/teachers/profile/teacher-view';
import { rememberSearch } from '@/features/teachers/search/last-search';
import { lastFilters } from '@/features/teachers/search/search-for';
import { filtersFromQuery } from '@/features/teachers/search/search-url';
import { keepTalk } from '@/features/teachers/talks';
import { pendingStore } from '@/outbox/pending-store';
import { syncStatus } from '@/sync/status';
import { REQUEST, TEACHER } from '../../../tests/support/row-samples';
import NewRequestPage from './new-request-page';
import StudentRequestPage from './request-page';

vi.mock('@/sync/ensure-sync', () => ({ ensureSync: async () => undefined }));
vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const MARINA = '0000000a-0000-4000-8000-000000000001';
const DAY = 86_400_000;
const WHEN = 'terca-noite.sexta-noite';
const SOUGHT = { style: 'Zouk', city: 'Vitória', when: WHEN };

const listing: TeacherRow = {
  ...TEACHER,
  ...{ id: MARINA, slug: 'marina-couto', city_id: 'vix', style_ids: ['zouk'], modalidades_aula: [] },
};

const request: LessonRequestRow = {
  ...REQUEST,
  ...{ student_id: ANNA, teacher_id: MARINA, dance_style_id: 'zouk', status: 'Recusado' },
  ...{ preferred_days: ['terca', 'sexta'], preferred_times: ['noite'], other_name: 'Marina Couto' },
};

const hold = (part: Partial<LessonRequestRow>) =>
  setPrivateRows({
    ...noRows(ANNA),
    lessonRequests: [{ ...request, ...part, version: 1 }],
    lessonRequestsKnown: true,
    lessonsKnown: true,
  });

function open(page: ReactNode, at: string, path: string) {
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={path} element={page} />
        </Routes>
      </MemoryRouter>
    </MantineProvider>,
  );
}

const openRequest = () => open(<StudentRequestPage />, '/student/requests/r1', '/student/requests/:id');

/** The criteria of the search behind a link. */
async function soughtBy(name: string) {
  const link = await screen.findByRole('link', { name });
  const [path, query = ''] = (link.getAttribute('href') ?? '').split('?');
  expect(path).toBe('/search');
  const { name: typed, style, city, when = '', page } = filtersFromQuery(query);
  expect([typed, page]).toEqual(['', 1]);
  return { style, city, when };
}

provideLookup({
  teacher: async () => ({ row: null, complete: true }),
  clearStyles: async () => undefined,
  content: async () => null,
});

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('fetch', async () => Response.json([]));
  syncStatus.setState({ connection: 'online' });
  pendingStore.setState({ commands: [], failed: false });
  setIdentity({
    ...{ userId: ANNA, email: 'anna@example.test', role: 'student', name: 'Anna' },
    ...{ imageUrl: null, state: 'active', termsDue: null },
  });
  const head = {
    ...{ epoch: 'e', checkpoint: null, builtAt: 1 },
    cities: [['vix', 'Vitória', true] as [string, string, boolean]],
    danceStyles: [['zouk', 'Zouk', true] as [string, string, boolean]],
  };
  catalogStore.setRecord(await encodeRecord([toEntry(listing)], head), true);
  rememberSearch('/search', '');
});
afterEach(() => {
  cleanup();
  clearIdentity();
  setPrivateRows(null);
  vi.unstubAllGlobals();
});

it.each([
  ['refused', { status: 'Recusado' }],
  ['cancelled', { status: 'Cancelado', cancelled_by: 'teacher', cancelled_at: '2026-11-20T12:00:00Z' }],
  ['ended', { status: 'Aceito', ended_at: '2026-11-20T12:00:00Z', ended_by: 'teacher' }],
] as const)('from a request that was %s', async (_, end) => {
  hold(end);
  openRequest();
  expect(await soughtBy('Ver outros professores')).toEqual(SOUGHT);
});

it('from a request that is open there is none', async () => {
  hold({ status: 'Aceito' });
  openRequest();
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('link', { name: 'Ver outros professores' })).toBeNull();
});

it('from a silent one to all cities, where nobody else is in the own', async () => {
  hold({ status: 'Pendente', unanswered_at: '2026-11-20T12:00:00Z' });
  openRequest();
  expect(await soughtBy('Procurar em todas as cidades')).toEqual({ ...SOUGHT, city: '' });
});

it('from the form, for a person under age', async () => {
  hold({ status: 'Cancelado' });
  rememberSearch('/search', `?style=Zouk&city=Vit%C3%B3ria&when=${WHEN}`);
  open(<NewRequestPage />, '/student/requests/new?professor=marina-couto', '/student/requests/new');
  fireEvent.click(await screen.findByLabelText(/menor/));
  expect(await soughtBy('Procurar outros professores')).toEqual(SOUGHT);
});

it('from a talk that came to nothing, days after the search', async () => {
  keepTalk({ ...SOUGHT, teacherId: MARINA, slug: null, name: 'Marina Couto' }, Date.now() - 4 * DAY);
  open(<TalkQuestion />, '/', '/');
  fireEvent.click(screen.getByRole('button', { name: 'Não deu' }));
  expect(await soughtBy('Ver outros professores')).toEqual(SOUGHT);
});

it.each([
  ['teacher', <TeacherView key="t" slugOrId="ninguem" quoteOf={() => null} evaluationsOf={() => null} />],
  ['form', <NewRequestPage key="f" />],
])('from the %s of somebody who is not there', async (_, page) => {
  rememberSearch('/search', `?name=Ningu&style=Zouk&city=Vit%C3%B3ria&when=${WHEN}&page=3`);
  open(page, '/?professor=ninguem', '/');
  expect(await soughtBy('Encontrar Professor')).toEqual(SOUGHT);
});

it('a landing page counts as a search for its style and city', () => {
  rememberSearch('/aulas/zouk/vitoria', `?when=${WHEN}`, { style: 'Zouk', city: 'Vitória' });
  expect(lastFilters()).toMatchObject(SOUGHT);
});
