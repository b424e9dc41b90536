import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncStatus } from '@/sync/status';
import { Inbox } from './inbox';

const notice = (id: string, isRead: boolean) => ({
  id,
  title: `Aviso ${id}`,
  body: 'Texto',
  url: id === '1' ? '/search' : null,
  isRead,
  createdAt: '2026-11-20T12:00:00Z',
});
const empty = { text: 'Avisamos por aqui.', to: '/search', action: 'Encontrar um professor' } as const;

type Props = Parameters<typeof Inbox>[0];

function start(query: Partial<Props['query']>, part: Partial<Props> = {}) {
  const markRead = vi.fn(async () => null);
  render(
    <MantineProvider>
      <MemoryRouter>
        <Inbox query={{ status: 'ready', data: [], ...query }} markRead={markRead} empty={empty} {...part} />
      </MemoryRouter>
    </MantineProvider>,
  );
  return markRead;
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  syncStatus.setState({ connection: 'online' });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('inbox', () => {
  it('marks one as read by following its link or by its button, or all unread ones', () => {
    const markRead = start({ data: [notice('1', false), notice('2', false), notice('3', true)] });
    expect(screen.getByText('2 não lidas')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Abrir: Aviso 1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Marcar como lida: Aviso 2' }));
    fireEvent.click(screen.getByRole('button', { name: 'Marcar todas como lidas' }));
    expect(markRead.mock.calls).toEqual([[['1']], [['2']], [['1', '2']]]);
  });

  it('says so when marking could not be stored', async () => {
    start({ data: [notice('2', false)] }, { markRead: async () => 'not-stored' });
    fireEvent.click(screen.getByRole('button', { name: 'Marcar como lida: Aviso 2' }));
    expect(await screen.findByText(/continuam como não lidas/)).toBeTruthy();
  });

  it('never shows an unknown inbox as an empty one', () => {
    start({ status: 'loading' });
    expect(screen.queryByText('Nenhuma notificação por aqui')).toBeNull();
    cleanup();
    syncStatus.setState({ connection: 'offline' });
    start({ status: 'failed' });
    expect(screen.getByText(/^O servidor não respondeu e este aparelho ainda não salvou/)).toBeTruthy();
    cleanup();
    vi.stubGlobal('navigator', { onLine: false });
    start({ status: 'failed' });
    expect(screen.getByText(/^Você está sem conexão e este aparelho ainda não salvou/)).toBeTruthy();
    vi.unstubAllGlobals();
    cleanup();
    start({ status: 'ready' });
    expect(screen.getByText('Nenhuma notificação por aqui')).toBeTruthy();
  });
});
