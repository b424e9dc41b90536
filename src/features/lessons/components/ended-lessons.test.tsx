/** Lessons that go with a block: at once from the lists of the one who blocks, and in one line for the other side. */
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { catalogStore } from '@/db/memory/catalog';
import { noRows } from '@/db/memory/private-rows';
import { setPrivateRows } from '@/db/memory/private-store';
import type { LessonRow } from '@/db/rows/lesson-fields';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import { pendingStore } from '@/outbox/pending-store';
import { NOW, storedSeries } from '../../../../tests/support/lesson-samples';
import { REQUEST } from '../../../../tests/support/row-samples';
import type { ShownRequest } from '../overlay';
import { LessonAgenda } from './lesson-agenda';
import { NextLessons } from './next-lessons';
import { RequestLessons } from './request-lessons';

vi.mock('@/sync/ensure-sync', () => ({ ensureSync: () => Promise.reject(new Error('No chunk')) }));
vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const request: LessonRequestRow = {
  ...REQUEST,
  student_id: ANNA,
  dance_style_id: 'zouk',
  status: 'Aceito',
  request_date: '2026-11-18T12:00:00Z',
  answered_at: '2026-11-19T12:00:00Z',
  other_name: 'Marina Couto',
};

const hold = (part: Partial<LessonRow>, requestPart: Partial<LessonRequestRow> = {}) =>
  setPrivateRows({
    ...noRows(ANNA),
    lessonRequests: [{ ...request, ...requestPart, version: 1 }],
    // The teacher proposes, so that the home asks the student too.
    lessons: storedSeries(part).map((lesson) => ({
      ...lesson,
      student_proposal: null,
      teacher_proposal: lesson.student_proposal,
      proposed_last: 'teacher',
    })),
    lessonRequestsKnown: true,
    lessonsKnown: true,
  });
const draw = (page: ReactNode) =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>{page}</MemoryRouter>
    </MantineProvider>,
  );

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  pendingStore.setState({ commands: [], failed: false });
  setIdentity({
    userId: ANNA,
    email: 'anna@example.test',
    role: 'student',
    name: 'Anna Lima',
    imageUrl: null,
    state: 'active',
    termsDue: null,
  });
});

afterEach(() => {
  cleanup();
  catalogStore.setHidden(new Set());
  clearIdentity();
  setPrivateRows(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ['agenda', <LessonAgenda key="agenda" side="student" />],
  ['home', <NextLessons key="home" side="student" now={NOW} />],
])('lessons with a blocked person leave the %s at once', (_, page) => {
  hold({});
  draw(page);
  expect(screen.queryAllByRole('article').length).toBeGreaterThan(0);
  cleanup();
  catalogStore.setHidden(new Set(['teacher']));
  draw(page);
  expect(screen.queryAllByRole('article')).toHaveLength(0);
});

it('the page of an ended request says in one line what left the agenda', () => {
  const end = { ended_at: new Date(NOW).toISOString() };
  hold({ status: 'called_off' }, end);
  const shown = { ...request, ...end } as ShownRequest;
  draw(<RequestLessons request={shown} />);
  expect(screen.queryAllByRole('article')).toHaveLength(0);
  expect(screen.getByText('3 aulas saíram da agenda.')).toBeDefined();
});
