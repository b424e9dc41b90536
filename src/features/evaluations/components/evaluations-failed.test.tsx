import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { noRows } from '@/db/memory/private-rows';
import { setPrivateRows } from '@/db/memory/private-store';
import { pendingStore } from '@/outbox/pending-store';
import { EvaluationView } from './evaluation-view';
import { OwnStatistics } from './own-statistics';
import { PendingEvaluations } from './pending-evaluations';

vi.mock('@/sync/ensure-sync', () => ({ ensureSync: () => Promise.reject(new Error('No chunk')) }));
vi.mock('@/auth/session/refresh', () => ({ accessFor: async () => ({ kind: 'network' }) }));
vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';

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
  vi.unstubAllGlobals();
});

function show(what: ReactNode) {
  render(
    <MantineProvider>
      <MemoryRouter>{what}</MemoryRouter>
    </MantineProvider>,
  );
}

it('[B258] says on the home page that pending evaluations could not be read', () => {
  show(<PendingEvaluations area="student" portrait={() => null} />);
  expect(screen.getByRole('alert').textContent).toBe('Erro ao buscar avaliações pendentes');
});

it('[B256] says on a request that its evaluations could not be read', () => {
  show(<EvaluationView requestId="some" area="student" />);
  expect(screen.getByRole('heading', { name: 'Erro ao buscar avaliações da aula' })).toBeTruthy();
});

it('[B259] says on the home page that statistics could not be read', async () => {
  show(<OwnStatistics summary={() => 'Estatísticas'} />);
  expect((await screen.findByRole('alert')).textContent).toBe('Erro ao buscar estatísticas');
  expect(screen.queryByText('Estatísticas')).toBeNull();
});
