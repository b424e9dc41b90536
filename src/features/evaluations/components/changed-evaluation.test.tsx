import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { noRows } from '@/db/memory/private-rows';
import { setPrivateRows } from '@/db/memory/private-store';
import type { EvaluationRow, LessonRequestRow } from '@/db/rows/lesson-rows';
import { pendingStore } from '@/outbox/pending-store';
import { EVALUATION, RECEIVED, REQUEST } from '../../../../tests/support/row-samples';
import { EvaluationView } from './evaluation-view';
import { Received } from './received-evaluations';

const { blocked } = vi.hoisted(() => ({ blocked: new Set<string>() }));
vi.mock('@/reads/use-hidden', () => ({ useHidden: () => blocked }));
vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const request: LessonRequestRow = {
  ...REQUEST,
  id: 'request',
  student_id: ANNA,
  dance_style_id: 'zouk',
  status: 'Aceito',
  request_date: '2026-11-01T12:00:00Z',
  answered_at: '2026-11-01T13:00:00Z',
  other_name: 'Marina Couto',
};
const evaluation: EvaluationRow = {
  ...EVALUATION,
  id: 'evaluation',
  lesson_request_id: 'request',
  rating: 2,
  comment: 'Ruim',
  created_at: '2026-11-02T12:00:00Z',
  updated_at: '2026-11-02T12:00:00Z',
};

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  pendingStore.setState({ commands: [], failed: false });
  setIdentity({
    userId: ANNA,
    email: 'anna@example.test',
    role: 'student',
    name: 'Anna',
    imageUrl: null,
    state: 'active',
    termsDue: null,
  });
});

afterEach(() => {
  cleanup();
  clearIdentity();
  setPrivateRows(null);
  blocked.clear();
  vi.unstubAllGlobals();
});

function open(of: Partial<LessonRequestRow>, written: EvaluationRow[]): void {
  setPrivateRows({
    ...noRows(ANNA),
    lessonRequests: [{ ...request, ...of, version: 1 }],
    evaluations: written.map((row) => ({ ...row, version: 1 })),
    lessonRequestsKnown: true,
    evaluationsKnown: true,
    lessonsKnown: true,
  });
  render(
    <MantineProvider>
      <MemoryRouter>
        <EvaluationView requestId="request" area="student" />
      </MemoryRouter>
    </MantineProvider>,
  );
}

const nameSwitch = () => screen.queryByRole('checkbox', { name: /Avaliar sem mostrar meu nome/ });

it('the first stars stay beside the new ones for the author, and the name cannot be hidden', () => {
  open({}, [{ ...evaluation, first_rating: 5 }]);
  expect(screen.getByText(/antes: 5/).textContent).toBe('antes: 5 estrelas');
  screen.getByRole('button', { name: 'Editar avaliação' }).click();
  return vi.waitFor(() => {
    expect(screen.getByText('Já foi publicada com seu nome, e continua com ele.')).toBeTruthy();
    expect(nameSwitch()).toBeNull();
  });
});

it('a sealed evaluation shows no former stars, and its name can still be hidden', () => {
  open({}, [evaluation]);
  expect(screen.queryByText(/antes:/)).toBeNull();
  screen.getByRole('button', { name: 'Editar avaliação' }).click();
  return vi.waitFor(() => expect(nameSwitch()).not.toBeNull());
});

it('an anonymous evaluation shows the first stars to its readers', () => {
  render(
    <MantineProvider>
      <Received evaluation={{ ...RECEIVED, rating: 1, firstRating: 5 }} who="Marina" />
    </MantineProvider>,
  );
  expect(screen.getByRole('listitem').textContent).toContain('antes: 5 estrelas');
});

const cancelled = { status: 'Cancelado', cancelled_by: 'student' } as const;
it.each([
  ['lessons that have ended', { ended_at: '2026-11-20T12:00:00Z', ended_by: 'teacher' } as const, [], true],
  ['a request that the person cancelled, with a block of the other', cancelled, ['teacher'], true],
  ['a request that was cancelled before its first lesson', cancelled, [], false],
])('the page of the evaluation offers what the server takes: %s', (_, of, blocks, isOffered) => {
  for (const person of blocks) blocked.add(person);
  open(of, []);
  expect(screen.queryByRole('form') !== null).toBe(isOffered);
  expect(screen.queryByText('Este pedido não pode ser avaliado') === null).toBe(isOffered);
});
