import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { isBusyHere } from '@/lib/busy';
import { REASONS } from '../reasons';
import { ReportButton } from './report-button';

const edit = vi.fn(async (_id: string, _payload: unknown) => ({ kind: 'stored', command: { id: 'second' } }));
vi.mock('@/outbox/entry', () => ({
  enqueue: async () => ({ kind: 'stored', command: { id: 'first' } }),
  edit: (id: string, payload: unknown) => edit(id, payload),
}));
vi.mock('@/ui/toast', () => ({ showToast: async () => undefined }));

const details = () => screen.getByLabelText<HTMLTextAreaElement>(/^Quer explicar melhor/);

/** Reports from a fresh page; ends at the form for details. */
async function report(targetId: string): Promise<void> {
  cleanup();
  render(
    <MantineProvider>
      <MemoryRouter>
        <ReportButton what="post" targetId={targetId} />
      </MemoryRouter>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Denunciar/ }));
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar denúncia' });
  expect(send.disabled).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: REASONS[0].label }));
  fireEvent.click(send);
  await waitFor(details);
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  setIdentity({
    userId: 'anna',
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
  vi.unstubAllGlobals();
});

it('an unsaved explanation delays the update of the app and is kept until it is stored', async () => {
  await report('p1');
  fireEvent.change(details(), { target: { value: 'É sempre o mesmo anúncio.' } });
  expect(isBusyHere()).toBe(true);
  await report('p2');
  expect(details().value).toBe('');
  await report('p1');
  expect(details().value).toBe('É sempre o mesmo anúncio.');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar explicação' }));
  await waitFor(() => expect(isBusyHere()).toBe(false));
  expect(edit).toHaveBeenCalledTimes(1);
  await report('p1');
  expect(details().value).toBe('');
});
