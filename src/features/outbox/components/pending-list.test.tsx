import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { type PrivateRows, privateStore } from '@/db/memory/private-store';
import type { RawCommand } from '@/outbox/command';
import { pendingStore } from '@/outbox/pending-store';
import type { StoredCommand } from '@/outbox/stored-command';
import { syncStatus } from '@/sync/status';
import { REFUSAL } from '../../../../tests/support/row-samples';
import { PendingList } from './pending-list';

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const discard = vi.fn(async (_id: string) => undefined);
const onDiscarded = vi.fn();
const retry = vi.fn(async (_id: string) => undefined);

vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));
vi.mock('@/outbox/entry', () => ({
  flushNow: async () => undefined,
  discard: (id: string) => discard(id),
  retry: (id: string) => retry(id),
}));

const refusal = {
  ...REFUSAL,
  why: 'rejected',
  status: 400,
  code: '22023',
  hint: 'invalid_value',
};

function command(seq: number, part: Partial<RawCommand> = {}): StoredCommand {
  return {
    seq,
    id: `command-${seq}`,
    kind: 'profile.update',
    version: 1,
    entity: { table: 'user_profiles', id: ANNA },
    payload: { changes: { name: 'Ana', bio: 'Aulas' } },
    base: 1,
    userId: ANNA,
    visitor: null,
    createdAt: Date.now() - 5 * 60_000,
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    ...part,
  } as StoredCommand;
}

const lead = (seq: number, part: Partial<RawCommand> = {}) =>
  command(seq, {
    kind: 'lead.create',
    entity: { table: 'leads', id: `lead-${seq}` },
    payload: { lead: { id: `lead-${seq}` } },
    userId: null,
    visitor: 'somebody',
    ...part,
  });

function show(...commands: StoredCommand[]): void {
  pendingStore.setState({ commands, failed: false });
  render(
    <MantineProvider>
      <MemoryRouter>
        <PendingList onDiscarded={onDiscarded} />
      </MemoryRouter>
    </MantineProvider>,
  );
}

beforeEach(() => {
  discard.mockClear();
  retry.mockClear();
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  setIdentity({
    userId: ANNA,
    email: 'ana@example.test',
    role: 'student',
    name: 'Ana',
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

describe('Envios pendentes', () => {
  it('shows label, time, state and reason', () => {
    show(command(1, { attempts: 2, error: { ...refusal, why: 'server' } }));
    const item = within(screen.getByRole('listitem'));
    expect(item.getByRole('heading', { name: 'Alteração do perfil' })).toBeTruthy();
    expect(item.getByText('há 5 min')).toBeTruthy();
    expect(item.getByText('Nome, Sobre você')).toBeTruthy();
    expect(item.getByText('Salvo no aparelho')).toBeTruthy();
    expect(item.getByText('O servidor está com problemas.')).toBeTruthy();
  });

  it('says that a rate-limited write is sent later', () => {
    show(command(1, { attempts: 1, error: { ...refusal, why: 'busy', status: 429, hint: 'too_many' } }));
    expect(screen.getByText('Salvo no aparelho')).toBeTruthy();
    expect(screen.getByText(/^Foram muitos envios em pouco tempo/)).toBeTruthy();
  });

  it('shows a refused write and its dependents as one item', () => {
    show(command(1, { status: 'rejected', error: refusal }), command(2, { status: 'parked' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByText('Não enviado')).toBeTruthy();
    expect(screen.getByText('Outro envio aguarda este.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo: Alteração do perfil' }));
    expect(retry).toHaveBeenCalledWith('command-1');
    expect(screen.getByRole('link', { name: 'Editar: Alteração do perfil' })).toBeTruthy();
  });

  it('discards only after asking, and calls `onDiscarded`', async () => {
    show(command(1));
    fireEvent.click(screen.getByRole('button', { name: 'Descartar: Alteração do perfil' }));
    fireEvent.click(screen.getByRole('button', { name: 'Manter' }));
    expect(discard).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Descartar: Alteração do perfil' }));
    fireEvent.click(screen.getByRole('button', { name: 'Sim, descartar' }));
    expect(discard).toHaveBeenCalledWith('command-1');
    await waitFor(() =>
      expect(onDiscarded).toHaveBeenCalledWith(expect.objectContaining({ id: 'command-1' })),
    );
  });

  it("hides other users' writes; shows only kind and time of a visitor's", () => {
    show(command(1, { userId: 'somebody else' }), lead(2, { status: 'rejected', error: refusal }));
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Pedido para encontrar professor' })).toBeTruthy();
    expect(screen.getByText('Feito por um visitante deste aparelho')).toBeTruthy();
    expect(screen.queryByText(/não foi aceito/)).toBeNull();
    expect(screen.queryByRole('link', { name: /Editar/ })).toBeNull();
  });

  it('keeps a write that only another release can send', () => {
    show(command(1, { kind: 'later.kind' }));
    expect(screen.getByText('Salvo no aparelho. Atualize o app para enviar.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Enviar agora:/ })).toBeNull();
  });

  it('shows both sides of a write that a restored server no longer takes', () => {
    const request = { id: 'r1', status: 'Cancelado' };
    privateStore.setState({
      rows: { userId: ANNA, lessonRequests: [request], lessons: [] } as unknown as PrivateRows,
    });
    show(
      command(1, {
        kind: 'lesson_request.answer',
        entity: { table: 'lesson_requests', id: 'r1' },
        payload: { requestId: 'r1', answer: 'decline', reason: 'Agenda cheia em maio' },
        status: 'rejected',
        lostAt: 1,
        error: { ...refusal, hint: 'request_cancelled' },
      }),
    );
    expect(screen.getByRole('status').textContent).toBe('Precisa de atenção');
    expect(screen.queryByText('Não enviado')).toBeNull();
    expect(screen.getByText(/^Você escreveu: .*Agenda cheia em maio/)).toBeTruthy();
    expect(screen.getByText('No Danceflix agora: o pedido está cancelado.')).toBeTruthy();
    privateStore.setState({ rows: null });
  });

  it('says when nothing is unsent any more', () => {
    show(command(1, { status: 'delivered', ack: { version: 1, answer: {}, at: 0, settled: true } }));
    expect(screen.getByRole('heading', { name: 'Tudo enviado' })).toBeTruthy();
  });

  it('does not say that all is sent while writes of an account that left wait on the phone', () => {
    show(command(1, { userId: 'somebody else' }), command(2, { userId: 'somebody else' }));
    expect(screen.queryByText('Tudo enviado')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Nada seu por enviar' })).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/Ana|Aulas/);
  });

  it('does not say that all is sent under the notice that a device of the person had writes waiting', () => {
    pendingStore.setState({ announced: [{ waiting: 2, at: 0 }] });
    show();
    expect(screen.queryByText('Tudo enviado')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Nada por enviar neste aparelho' })).toBeTruthy();
    act(() => pendingStore.setState({ announced: null }));
    expect(screen.getByRole('heading', { name: 'Tudo enviado' })).toBeTruthy();
  });

  it('offers to send everything only with a connection', () => {
    show(command(1));
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar tudo agora' });
    expect(button().disabled).toBe(false);
    act(() => syncStatus.setState({ connection: 'offline' }));
    expect(button().disabled).toBe(true);
    expect(screen.getByText('Você está sem conexão.')).toBeTruthy();
    act(() => syncStatus.setState({ connection: 'online' }));
  });
});
