import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeText } from '@/lib/stored';
import type { RawCommand } from '@/outbox/command';
import type { Queued } from '@/outbox/own';
import { pendingStore } from '@/outbox/pending-store';
import type { StoredCommand } from '@/outbox/stored-command';
import { REFUSAL } from '../../../../tests/support/row-samples';
import type { OwnProfile } from '../schema';
import { STUDENT, TEACHER } from './own-samples';
import { readProfileDraft } from './profile-draft';
import { ProfileForm } from './profile-form';
import { OWN } from './save-text';

let answer: Queued = { kind: 'stored', commandId: 'command-1' };
const saveProfile = vi.fn(async (_changes: unknown, _baseVersion: number) => answer);

vi.mock('../actions', () => ({
  saveProfile: (changes: unknown, baseVersion: number) => saveProfile(changes, baseVersion),
}));

/** The outbox’s receipt of the save. */
function outbox(part: Partial<RawCommand>): void {
  const command = {
    seq: 1,
    id: 'command-1',
    kind: 'profile.update',
    version: 1,
    entity: { table: 'user_profiles', id: STUDENT.id },
    payload: { changes: { name: 'Ana Lima' } },
    base: 7,
    userId: STUDENT.id,
    visitor: null,
    createdAt: 0,
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    ...part,
  } as StoredCommand;
  act(() => pendingStore.setState({ commands: [command], failed: false }));
}

const list = (...items: { id: string; name: string }[]) => ({ status: 'ready' as const, data: items });
const cities = list({ id: 'city-1', name: 'Vitória' }, { id: 'city-2', name: 'Recife' });
const styles = list({ id: 'style-1', name: 'Forró' }, { id: 'style-2', name: 'Zouk' });

const screenOf = (profile: OwnProfile) => (
  <MantineProvider>
    <MemoryRouter>
      <ProfileForm profile={profile} cities={cities} styles={styles} />
    </MemoryRouter>
  </MantineProvider>
);
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const save = () => fireEvent.submit(screen.getByRole('form'));

beforeEach(() => {
  saveProfile.mockClear();
  answer = { kind: 'stored', commandId: 'command-1' };
  pendingStore.setState({ commands: [], failed: false });
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

describe('form of the own profile', () => {
  it('stores only what changed, with the version that was seen, and says how far it is', async () => {
    const view = render(screenOf(STUDENT));
    type('Nome', 'Ana Lima');
    fireEvent.click(screen.getByLabelText('Zouk'));
    expect(readProfileDraft(STUDENT.id)?.edits.name).toBe('Ana Lima');
    save();
    await waitFor(() => expect(saveProfile).toHaveBeenCalledTimes(1));
    expect(saveProfile.mock.calls[0]).toEqual([{ name: 'Ana Lima', styleIds: ['style-1', 'style-2'] }, 7]);
    view.rerender(screenOf({ ...STUDENT, name: 'Ana Lima', styleIds: ['style-1', 'style-2'] }));
    await waitFor(() => expect(readProfileDraft(STUDENT.id)).toBeNull());
    outbox({});
    expect(screen.getByText('Salvo no aparelho. Enviamos assim que houver conexão.')).toBeTruthy();
    outbox({ status: 'sending' });
    expect(screen.getByText('Enviando…')).toBeTruthy();
    outbox({ status: 'delivered', ack: { version: 8, answer: {}, at: 0, settled: false } });
    expect(screen.getByText(OWN.delivered)).toBeTruthy();
    outbox({ status: 'delivered', ack: { version: 8, answer: { merged: true }, at: 0, settled: false } });
    expect(screen.getByText(OWN.merged)).toBeTruthy();
  });

  it('keeps what was typed when the phone cannot store it', async () => {
    answer = { kind: 'not-stored', reason: 'full' };
    render(screenOf(STUDENT));
    type('Nome', 'Ana Lima');
    save();
    expect(await screen.findByText(/sem espaço e não salvou a alteração/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana Lima');
    cleanup();

    render(screenOf(STUDENT));
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana Lima');
    expect(screen.getByText(/ainda não foram salvas/)).toBeTruthy();
  });

  it('shows what another phone changed beside what is typed here', () => {
    const view = render(screenOf(TEACHER));
    type('Bairro', 'Praia do Canto');
    view.rerender(screenOf({ ...TEACHER, name: 'Marina Lima', version: 8 }));
    expect(screen.getByLabelText<HTMLInputElement>('Bairro').value).toBe('Praia do Canto');
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Marina Lima');
  });

  it('lets what was typed go when asked to', () => {
    writeText(
      `danceflix_private_draft_profile_${STUDENT.id}`,
      JSON.stringify({ edits: { name: 'Outra' }, baseVersion: 7 }),
    );
    render(screenOf(STUDENT));
    fireEvent.click(screen.getByRole('button', { name: 'Descartar alterações' }));
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana Souza');
    expect(readProfileDraft(STUDENT.id)).toBeNull();
  });

  it('says beside the field what the server refused', async () => {
    render(screenOf(STUDENT));
    type('Nome', 'Ana Lima');
    save();
    await waitFor(() => expect(saveProfile).toHaveBeenCalled());
    const refusal = { ...REFUSAL, why: 'rejected', status: 400, code: '22023' };
    outbox({ status: 'rejected', error: { ...refusal, hint: 'city_unknown', details: 'city_id' } });
    await screen.findAllByText(/Esta cidade não está mais disponível/);
    expect(screen.getByLabelText('Cidade').getAttribute('aria-invalid')).toBe('true');
  });

  it('has the extra sections only with the enhanced profile', () => {
    render(screenOf(STUDENT));
    expect(screen.queryByLabelText('Minha história na dança')).toBeNull();
    expect(screen.getByLabelText('Sobre você')).toBeTruthy();
    cleanup();
    render(screenOf({ ...STUDENT, benefits: ['enhanced_profile'] }));
    expect(screen.getByLabelText('Minha história na dança')).toBeTruthy();
    expect(screen.getByLabelText('Instagram')).toBeTruthy();
    cleanup();
    render(screenOf({ ...STUDENT, benefits: ['listing'] }));
    expect(screen.queryByLabelText('Minha história na dança')).toBeNull();
  });

  it('shows a page only after its student said so', async () => {
    render(screenOf(STUDENT));
    const show = screen.getByRole<HTMLInputElement>('checkbox', { name: /Mostrar minha página/ });
    expect(show.checked).toBe(false);
    fireEvent.click(show);
    save();
    await waitFor(() => expect(saveProfile).toHaveBeenCalledTimes(1));
    expect(saveProfile.mock.calls[0]).toEqual([{ isPublic: true }, 7]);
  });

  it('sends nothing that is wrong', async () => {
    render(screenOf(STUDENT));
    type('Nome', 'A1');
    save();
    expect((await screen.findAllByText('Nome deve ter pelo menos 3 caracteres')).length).toBeGreaterThan(0);
    expect(saveProfile).not.toHaveBeenCalled();
  });
});
