import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { isBusyHere } from '@/lib/busy';
import { DecisionQuestion } from './decision-question';
import type { Decision, ReportRow } from './reports';

const report: ReportRow = {
  id: 'd1',
  what: 'post',
  target_id: 'p1',
  is_urgent: false,
  is_set_aside: false,
  reason: 'spam',
  subject: null,
  details: null,
  created_at: '2026-11-20T12:00:00Z',
  status: 'open',
  open: 1,
  reporter: null,
  decision: null,
  reported: null,
  is_visitors: false,
  letters: [],
  target: null,
};
const writing = { blocked: null, busy: false, problem: null, run: async () => null };
const onConfirm = vi.fn();
const reason = () => screen.getByLabelText<HTMLTextAreaElement>(/^Motivo/);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));

/** Draws the question as after a page load. */
function ask(decision: Decision): void {
  cleanup();
  render(
    <MantineProvider>
      <DecisionQuestion {...{ report, decision, writing, onConfirm }} onClose={() => undefined} />
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
});
afterEach(() => {
  cleanup();
  clearIdentity();
  vi.unstubAllGlobals();
});

it('a typed reason delays the update to a new release, survives a reload, and is sent with a removal only', () => {
  ask('remove');
  fireEvent.change(reason(), { target: { value: 'Venda não cabe aqui.' } });
  expect(isBusyHere()).toBe(true);
  ask('keep');
  press('Manter');
  expect(onConfirm).toHaveBeenLastCalledWith(null);
  ask('remove');
  expect(reason().value).toBe('Venda não cabe aqui.');
  press('Remover');
  expect(onConfirm).toHaveBeenLastCalledWith('Venda não cabe aqui.');
});
