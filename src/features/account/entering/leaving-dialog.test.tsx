import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import type { RawCommand } from '@/outbox/command';
import { syncStatus } from '@/sync/status';
import { REFUSAL } from '../../../../tests/support/row-samples';
import LeavingDialog from './leaving-dialog';

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const outbox = {
  flushNow: vi.fn(async (_reason: string): Promise<void> => undefined),
  leaveOutbox: vi.fn(async (_userId: string, _what: string): Promise<void> => undefined),
  tellNothingWaits: vi.fn(async (_userId: string): Promise<void> => undefined),
  unsentOf: vi.fn(async (_userId: string): Promise<RawCommand[]> => []),
};
vi.mock('@/outbox/entry', () => ({
  flushNow: (reason: string) => outbox.flushNow(reason),
  leaveOutbox: (userId: string, what: string) => outbox.leaveOutbox(userId, what),
  tellNothingWaits: (userId: string) => outbox.tellNothingWaits(userId),
  unsentOf: (userId: string) => outbox.unsentOf(userId),
}));

function command(seq: number, part: Partial<RawCommand> = {}): RawCommand {
  return {
    seq,
    id: `command-${seq}`,
    kind: 'profile.update',
    version: 1,
    entity: { table: 'user_profiles', id: ANNA },
    payload: { changes: { name: 'Ana' } },
    base: 1,
    userId: ANNA,
    visitor: null,
    createdAt: 0,
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    ...part,
  };
}

const refusal = { ...REFUSAL, why: 'rejected', status: 400, code: '22023' };
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function ask(unsent = [command(1), command(2)], drafts: string[] = []) {
  const onAnswer = vi.fn();
  render(
    <MantineProvider>
      <LeavingDialog userId={ANNA} unsent={unsent} drafts={drafts} onAnswer={onAnswer} />
    </MantineProvider>,
  );
  return onAnswer;
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  syncStatus.setState({ connection: 'online' });
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
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

describe('the question at a sign-out with unsent writes', () => {
  it('names the unsent writes and their number; keeping them or staying changes nothing', () => {
    const onAnswer = ask();
    expect(screen.getByText(/2 coisas que você fez/)).toBeTruthy();
    expect(screen.getByText('Alteração do perfil (2)')).toBeTruthy();
    press('Salvar neste aparelho');
    expect(onAnswer.mock.calls).toEqual([['keep']]);
    cleanup();
    const again = ask();
    press('Ficar na conta');
    expect(again.mock.calls).toEqual([['stay']]);
    expect(outbox.leaveOutbox).not.toHaveBeenCalled();
    expect(outbox.flushNow).not.toHaveBeenCalled();
  });

  it('sends first, and signs out once everything is sent', async () => {
    const onAnswer = ask();
    press('Enviar antes de sair');
    await waitFor(() => expect(onAnswer.mock.calls).toEqual([['leave']]));
    expect(outbox.flushNow.mock.calls).toEqual([['button']]);
    expect(outbox.tellNothingWaits.mock.calls).toEqual([[ANNA]]);
    expect(outbox.leaveOutbox).not.toHaveBeenCalled();
  });

  it('does not sign out while a write is unsent, and says why', async () => {
    outbox.tellNothingWaits.mockClear();
    outbox.unsentOf.mockResolvedValueOnce([command(2, { status: 'rejected', error: refusal })]);
    const onAnswer = ask();
    press('Enviar antes de sair');
    expect(await screen.findByText(/O servidor não aceitou 1 envio\./)).toBeTruthy();
    outbox.unsentOf.mockResolvedValueOnce([command(2, { error: { ...refusal, why: 'network' } })]);
    press('Enviar antes de sair');
    expect(await screen.findByText(/Não conseguimos falar com o servidor: 1 envio/)).toBeTruthy();
    outbox.unsentOf.mockRejectedValueOnce(new Error('closed'));
    press('Enviar antes de sair');
    expect(await screen.findByText(/Não conseguimos ler os envios/)).toBeTruthy();
    expect(outbox.tellNothingWaits).not.toHaveBeenCalled();
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it('does not sign out a user who has stopped waiting, even when the sending succeeds later', async () => {
    let arrive: () => void = () => undefined;
    outbox.flushNow.mockReturnValueOnce(
      new Promise<void>((resolve) => {
        arrive = resolve;
      }),
    );
    const onAnswer = ask();
    press('Enviar antes de sair');
    expect(screen.getByText('0 de 2 enviados. Saímos da conta quando tudo chegar.')).toBeTruthy();
    press('Parar de esperar');
    arrive();
    await waitFor(() => expect(outbox.unsentOf).toHaveBeenCalled());
    await Promise.resolve();
    expect(onAnswer).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Ficar na conta' })).toBeTruthy();
  });

  it('discards only after a second question, and signs out only when discarding worked', async () => {
    const onAnswer = ask([command(1)]);
    press('Descartar e sair');
    expect(outbox.leaveOutbox).not.toHaveBeenCalled();
    press('Voltar');
    press('Descartar e sair');
    outbox.leaveOutbox.mockRejectedValueOnce(new Error('closed'));
    press('Sim, descartar e sair');
    expect(await screen.findByText(/não conseguiu descartar/)).toBeTruthy();
    expect(onAnswer).not.toHaveBeenCalled();
    press('Descartar e sair');
    press('Sim, descartar e sair');
    await waitFor(() => expect(onAnswer.mock.calls).toEqual([['leave']]));
    expect(outbox.leaveOutbox).toHaveBeenLastCalledWith(ANNA, 'discard');
  });

  it('names the drafts, and keeps them or discards them after a second question', async () => {
    const onAnswer = ask([], ['profile', 'request', 'request']);
    expect(
      screen.getByText('um perfil que não foi salvo e 2 pedidos de aula que não foram enviados'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Enviar antes de sair' })).toBeNull();
    press('Salvar neste aparelho');
    expect(onAnswer.mock.calls).toEqual([['keep']]);
    cleanup();
    const again = ask([], ['later']);
    expect(screen.getByText('um texto que não foi salvo')).toBeTruthy();
    press('Descartar e sair');
    expect(again).not.toHaveBeenCalled();
    press('Sim, descartar e sair');
    await waitFor(() => expect(again.mock.calls).toEqual([['leave']]));
    expect(outbox.leaveOutbox).not.toHaveBeenCalled();
  });

  it('keeps drafts when all writes have been sent', async () => {
    const onAnswer = ask([command(1)], ['post']);
    expect(screen.getByText('Alteração do perfil')).toBeTruthy();
    press('Descartar e sair');
    expect(screen.getByText('Descartar 1 envio e o que você escreveu?')).toBeTruthy();
    press('Voltar');
    press('Enviar antes de sair');
    expect(await screen.findByText('Sair sem salvar o que você escreveu?')).toBeTruthy();
    expect(screen.getByText('uma publicação do Mural que não foi enviada')).toBeTruthy();
    expect(onAnswer).not.toHaveBeenCalled();
    press('Salvar neste aparelho');
    expect(onAnswer.mock.calls).toEqual([['keep']]);
  });

  it('closes when another tab has signed the user out', () => {
    const onAnswer = ask();
    clearIdentity();
    expect(onAnswer.mock.calls).toEqual([['stay']]);
  });
});
