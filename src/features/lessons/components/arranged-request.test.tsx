import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { noRows } from '@/db/memory/private-rows';
import { setPrivateRows } from '@/db/memory/private-store';
import type { LessonRow, LessonStatus } from '@/db/rows/lesson-fields';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import { pendingStore } from '@/outbox/pending-store';
import { LESSON, REQUEST } from '../../../../tests/support/row-samples';
import { NextRequests } from './next-requests';

vi.mock('@/sync/ensure-sync', () => ({ ensureSync: () => Promise.reject(new Error('No chunk')) }));
vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const request: LessonRequestRow = {
  ...REQUEST,
  id: 'request',
  student_id: ANNA,
  dance_style_id: 'zouk',
  status: 'Aceito',
  request_date: '2026-11-18T12:00:00Z',
  answered_at: '2026-11-19T12:00:00Z',
  other_name: 'Marina Couto',
  other_whatsapp: '+5511900000001',
};

function lesson(status: LessonStatus): LessonRow {
  const terms = {
    starts_local: '2026-11-26T18:30',
    zone: 'America/Sao_Paulo',
    minutes: 60,
    place: 'Estúdio Compasso',
    price_cents: null,
    starts_at: '2026-11-26T21:30:00Z',
  };
  const isAgreed = status !== 'proposed';
  return {
    ...LESSON,
    id: 'lesson',
    request_id: 'request',
    status,
    agreed: isAgreed ? terms : null,
    student_proposal: isAgreed ? null : { ...terms, id: 'p', proposed_at: '2026-11-19T13:00:00Z' },
    proposed_last: isAgreed ? null : 'student',
    created_at: '2026-11-19T13:00:00Z',
  };
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
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
  clearIdentity();
  setPrivateRows(null);
  vi.unstubAllGlobals();
});

it.each([
  ['no lesson', null, true],
  ['a proposed lesson', 'proposed', true],
  ['a lesson that was called off', 'called_off', true],
  ['a confirmed lesson', 'confirmed', false],
  ['a held lesson', 'held', false],
] as const)('an accepted request with %s asks to arrange the lesson: %s', (_, status, asks) => {
  setPrivateRows({
    ...noRows(ANNA),
    lessonRequests: [{ ...request, version: 1 }],
    lessons: status === null ? [] : [{ ...lesson(status), version: 1 }],
    lessonRequestsKnown: true,
    lessonsKnown: true,
  });
  render(
    <MantineProvider>
      <MemoryRouter>
        <NextRequests side="student" portrait={() => null} now={NOW} />
      </MemoryRouter>
    </MantineProvider>,
  );
  expect(screen.queryByText('Seu pedido foi aceito. Combine a aula.') !== null).toBe(asks);
  expect(screen.queryByRole('link', { name: 'Abrir WhatsApp' }) !== null).toBe(asks);
});
