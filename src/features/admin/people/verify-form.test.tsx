import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { isBusyHere } from '@/lib/busy';
import { VerifyForm } from './verify-form';

const note = () => screen.getByLabelText<HTMLTextAreaElement>('Anotação (opcional)');
const box = () => screen.getByLabelText<HTMLInputElement>('Identidade');

/** As a page that was loaded anew. */
function show(): void {
  cleanup();
  render(
    <MantineProvider>
      <VerifyForm teacherId="marina" onDone={() => undefined} />
    </MantineProvider>,
  );
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  setIdentity({
    userId: 'team',
    email: 'team@example.test',
    role: 'admin',
    name: 'Equipe',
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

it('a check that is being noted holds up a new release, and its note outlives the page', async () => {
  fireEvent.click(box());
  expect(isBusyHere()).toBe(true);
  fireEvent.click(box());
  await waitFor(() => expect(isBusyHere()).toBe(false));
  fireEvent.change(note(), { target: { value: 'Diploma visto em chamada.' } });
  expect(isBusyHere()).toBe(true);
  show();
  expect(note().value).toBe('Diploma visto em chamada.');
});
