import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { noRows } from '@/db/memory/private-rows';
import { type PrivateRows, setPrivateRows } from '@/db/memory/private-store';
import { isBusyHere } from '@/lib/busy';
import { REQUEST } from '../../../../tests/support/row-samples';
import type { ShownRequest } from '../overlay';
import { type Ending, RequestActions } from './request-actions';

const enqueue = vi.fn(
  async (_draft: unknown): Promise<object> => ({ kind: 'stored', command: { id: 'c1' } }),
);
vi.mock('@/outbox/entry', () => ({ enqueue: (draft: unknown) => enqueue(draft) }));

const MARINA = '6a0f4f0c-0000-4000-8000-000000000002';
const request: ShownRequest = {
  ...REQUEST,
  version: 5,
  side: 'teacher',
  student_id: 'anna',
  teacher_id: MARINA,
  other_name: 'Anna',
  write: null,
  stored: true,
  firstLessonAt: Number.POSITIVE_INFINITY,
};

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Motivo (opcional)');
const type = (text: string) => fireEvent.change(reason(), { target: { value: text } });

function Asked({ request: shown }: { request: ShownRequest }) {
  const [asking, setAsking] = useState<Ending | null>(null);
  return <RequestActions request={shown} asking={asking} onAsk={setAsking} onGone={() => undefined} />;
}

/** Renders from scratch, as after a reload. */
function show(shown: ShownRequest = request): void {
  cleanup();
  render(
    <MantineProvider>
      <Asked request={shown} />
    </MantineProvider>,
  );
}

beforeEach(() => {
  enqueue.mockClear();
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  setIdentity({
    userId: MARINA,
    email: 'marina@example.test',
    role: 'teacher',
    name: 'Marina',
    imageUrl: null,
    state: 'active',
    termsDue: null,
  });
  show();
});
afterEach(() => {
  cleanup();
  clearIdentity();
  vi.unstubAllGlobals();
});

it('an unsaved reason delays the update of the app and survives a reload', async () => {
  press('Recusar');
  type('Agenda cheia até janeiro.');
  expect(isBusyHere()).toBe(true);
  show();
  await waitFor(() => expect(isBusyHere()).toBe(false));
  // Cancelling an accepted request has a reason of its own.
  show({ ...request, status: 'Aceito' });
  press('Cancelar pedido');
  expect(reason().value).toBe('');
  show();
  press('Recusar');
  expect(reason().value).toBe('Agenda cheia até janeiro.');
});

it('a reason is kept until the answer with it is stored', async () => {
  press('Recusar');
  type('Agenda cheia até janeiro.');
  enqueue.mockResolvedValueOnce({ kind: 'not-stored', reason: 'full' });
  press('Sim, recusar');
  await screen.findByText(/O aparelho está sem espaço/);
  expect(reason().value).toBe('Agenda cheia até janeiro.');
  press('Sim, recusar');
  await screen.findByRole('button', { name: 'Recusar' });
  expect(enqueue).toHaveBeenLastCalledWith(
    expect.objectContaining({ payload: expect.objectContaining({ reason: 'Agenda cheia até janeiro.' }) }),
  );
  press('Recusar');
  expect(reason().value).toBe('');
});

it('a guardian’s request can only be declined while the own background is not checked', () => {
  const minors = { ...request, guardian_terms: '1' };
  const own = (until: string) =>
    setPrivateRows({
      ...noRows(MARINA),
      profile: { checks: [{ kind: 'background', checked_at: '2025-11-01T12:00:00Z', expires_on: until }] },
    } as unknown as PrivateRows);
  own('2100-01-01');
  show(minors);
  expect(screen.getByRole('button', { name: 'Aceitar' })).toBeTruthy();
  own('2025-11-02');
  show(minors);
  expect(screen.queryByRole('button', { name: 'Aceitar' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Recusar' })).toBeTruthy();
  expect(
    screen.getByText('Sem uma nova conferência dos seus antecedentes, você só pode recusar este pedido.'),
  ).toBeTruthy();
  show(request);
  expect(screen.getByRole('button', { name: 'Aceitar' })).toBeTruthy();
  setPrivateRows(null);
});
