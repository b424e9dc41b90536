import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { noRows } from '@/db/private-rows';
import { setPrivateRows } from '@/db/private-store';
import { pendingStore } from '@/outbox/pending-store';
import type { CommandOf, StoredCommand } from '@/outbox/stored-command';
import { keepRequestDraft, type RequestDraft, readRequestDraft } from '../request-draft';
import { RequestForm } from './request-form';

const edit = vi.fn(async (_id: string, _payload: unknown) => ({ kind: 'stored' }));
vi.mock('@/sync/ensure-sync', () => ({ ensureSync: () => Promise.reject(new Error('No chunk')) }));
vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));
vi.mock('@/outbox/entry', () => ({
  edit: (id: string, payload: unknown) => edit(id, payload),
}));

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const MARINA = {
  id: 'marina',
  name: 'Marina',
  styles: [{ id: 'forro', name: 'Forró' }],
  availability: [],
  checks: [],
};
const wish = (message: string): RequestDraft => ({
  id: 'r2',
  styleId: 'forro',
  guardian: '',
  days: [],
  times: [],
  message,
});

const refused: CommandOf<'lesson_request.create'> = {
  seq: 1,
  id: 'refused',
  kind: 'lesson_request.create',
  version: 1,
  entity: { table: 'lesson_requests', id: 'r1' },
  payload: {
    request: {
      id: 'r1',
      teacher_id: MARINA.id,
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
  createdAt: 0,
  status: 'rejected',
  attempts: 1,
  dueAt: 0,
  error: null,
  ack: null,
};

function show(of: StoredCommand | null, teacher = MARINA): HTMLTextAreaElement {
  cleanup();
  render(
    <MantineProvider>
      <MemoryRouter>
        <RequestForm teacher={teacher} refused={of} former={of && wish('Como foi enviado.')} />
      </MemoryRouter>
    </MantineProvider>,
  );
  return screen.getByLabelText('Mensagem (opcional)');
}

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
  setPrivateRows(noRows(ANNA));
});
afterEach(() => {
  cleanup();
  clearIdentity();
  setPrivateRows(null);
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('a request that the server refused', () => {
  it('keeps what is changed in it when the page goes, apart from a new request to the same teacher', () => {
    keepRequestDraft(ANNA, MARINA.id, wish('Outro pedido.'));
    expect(show(refused).value).toBe('Como foi enviado.');
    fireEvent.change(show(refused), { target: { value: 'Com outras palavras.' } });
    expect(show(refused).value).toBe('Com outras palavras.');
    expect(show(null).value).toBe('Outro pedido.');
  });

  it('forgets the changes once they are stored in its place, and nothing else', async () => {
    keepRequestDraft(ANNA, MARINA.id, wish('Outro pedido.'));
    fireEvent.change(show(refused), { target: { value: 'Com outras palavras.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Enviar pedido' }));
    await waitFor(() => expect(readRequestDraft(ANNA, refused.id)).toBeNull());
    expect(edit).toHaveBeenCalledWith(refused.id, {
      request: expect.objectContaining({ id: 'r1', message: 'Com outras palavras.' }),
    });
    expect(readRequestDraft(ANNA, MARINA.id)).toEqual(wish('Outro pedido.'));
  });

  it('keeps nothing of what was typed back to how it was', () => {
    const field = show(refused);
    fireEvent.change(field, { target: { value: 'Com outras palavras.' } });
    fireEvent.change(field, { target: { value: 'Como foi enviado.' } });
    expect(readRequestDraft(ANNA, refused.id)).toBeNull();
  });
});

it('says that a teacher without styles cannot be asked yet, and sends nothing', () => {
  show(null, { ...MARINA, styles: [] });
  expect(screen.getByText(/^Este professor ainda não informou estilos de dança/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar pedido' }).disabled).toBe(true);
});
