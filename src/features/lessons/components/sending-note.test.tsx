import '@/outbox/commands/kinds';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CommandOf } from '@/outbox/stored-command';
import { REQUEST } from '../../../../tests/support/row-samples';
import type { ShownRequest } from '../overlay';
import { SendingNote } from './sending-note';

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';

const sent: CommandOf<'lesson_request.create'> = {
  seq: 1,
  id: 'r1',
  kind: 'lesson_request.create',
  version: 1,
  entity: { table: 'lesson_requests', id: 'r1' },
  payload: {
    request: {
      id: 'r1',
      teacher_id: 'marina',
      dance_style_id: 'forro',
      guardian_terms: null,
      preferred_days: [],
      preferred_times: [],
      message: null,
    },
  },
  base: null,
  userId: ANNA,
  visitor: null,
  createdAt: Date.now(),
  status: 'delivered',
  attempts: 1,
  dueAt: 0,
  error: null,
  ack: { version: 1, answer: {}, at: Date.now(), settled: true },
};

function show(part: Partial<ShownRequest>): void {
  const request: ShownRequest = {
    ...REQUEST,
    version: 1,
    student_id: ANNA,
    teacher_id: 'marina',
    other_name: 'Marina',
    write: sent,
    stored: true,
    firstLessonAt: Number.POSITIVE_INFINITY,
    ...part,
  };
  cleanup();
  render(
    <MantineProvider>
      <MemoryRouter>
        <SendingNote request={request} editPath="/student/requests/new" onDiscarded={() => undefined} />
      </MemoryRouter>
    </MantineProvider>,
  );
}

beforeEach(() => {
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

it('says that a request was sent, until the server has something newer to say', () => {
  show({});
  expect(screen.getByRole('status').textContent).toBe('Enviado');
  show({ version: 2, status: 'Aceito' });
  expect(screen.queryByText('Enviado')).toBeNull();
});

it('keeps a refusal in sight, whatever the server says since', () => {
  show({ version: 2, status: 'Aceito', write: { ...sent, status: 'rejected', ack: null } });
  expect(screen.getByRole('alert').textContent).toBe('Não enviado');
});
