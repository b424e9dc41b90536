import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SaveOutcome } from '../actions';
import type { OwnProfile } from '../schema';
import { STUDENT, TEACHER } from './own-samples';
import { readProfileDraft } from './profile-draft';
import { ProfileForm } from './profile-form';
import { OWN } from './save-text';

let answer: SaveOutcome = { kind: 'ok', merged: false };
const saveProfile = vi.fn(
  async (_changes: unknown, _options: { commandId: string; baseVersion: number }) => answer,
);

vi.mock('../actions', () => ({
  saveProfile: (changes: unknown, options: { commandId: string; baseVersion: number }) =>
    saveProfile(changes, options),
}));

const list = (...items: { id: string; name: string }[]) => ({ status: 'ready' as const, items, error: null });
const cities = list({ id: 'city-1', name: 'Vitória' }, { id: 'city-2', name: 'Recife' });
const styles = list({ id: 'style-1', name: 'Forró' }, { id: 'style-2', name: 'Zouk' });

const screenOf = (profile: OwnProfile) => (
  <MantineProvider>
    <ProfileForm profile={profile} cities={cities} styles={styles} />
  </MantineProvider>
);
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const save = () => fireEvent.submit(screen.getByRole('form'));

beforeEach(() => {
  localStorage.clear();
  saveProfile.mockClear();
  answer = { kind: 'ok', merged: false };
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
  it('sends only what changed, with the version that was seen, and forgets the draft', async () => {
    render(screenOf(STUDENT));
    type('Nome', 'Ana Lima');
    fireEvent.click(screen.getByLabelText('Zouk'));
    expect(readProfileDraft(STUDENT.id)?.edits.name).toBe('Ana Lima');
    save();
    expect(await screen.findByText('Perfil atualizado')).toBeTruthy();
    expect(saveProfile.mock.calls[0]?.[0]).toEqual({ name: 'Ana Lima', styleIds: ['style-1', 'style-2'] });
    expect(saveProfile.mock.calls[0]?.[1].baseVersion).toBe(7);
    expect(readProfileDraft(STUDENT.id)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana Lima');
  });

  it('keeps what was typed when there is no network, and sends the same command again', async () => {
    answer = { kind: 'network' };
    render(screenOf(STUDENT));
    type('Nome', 'Ana Lima');
    save();
    expect(await screen.findByText(OWN.offline)).toBeTruthy();
    cleanup();

    render(screenOf(STUDENT));
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana Lima');
    expect(screen.getByText(/ainda não foram salvas/)).toBeTruthy();
    save();
    await screen.findByText(OWN.offline);
    save();
    await waitFor(() => expect(saveProfile).toHaveBeenCalledTimes(3));
    const [, second, third] = saveProfile.mock.calls;
    expect(third?.[1].commandId).toBe(second?.[1].commandId);
  });

  it('shows what another phone changed beside what is typed here', () => {
    const view = render(screenOf(TEACHER));
    type('Bairro', 'Praia do Canto');
    view.rerender(screenOf({ ...TEACHER, name: 'Marina Lima', version: 8 }));
    expect(screen.getByLabelText<HTMLInputElement>('Bairro').value).toBe('Praia do Canto');
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Marina Lima');
  });

  it('lets what was typed go when asked to', () => {
    localStorage.setItem(
      `danceflix_private_profile-draft_${STUDENT.id}`,
      JSON.stringify({ edits: { name: 'Outra' }, baseVersion: 7 }),
    );
    render(screenOf(STUDENT));
    fireEvent.click(screen.getByRole('button', { name: 'Descartar alterações' }));
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana Souza');
    expect(readProfileDraft(STUDENT.id)).toBeNull();
  });

  it('says beside the field what the server refused', async () => {
    answer = { kind: 'refused', reason: 'city_unknown', field: 'cityId' };
    render(screenOf(STUDENT));
    type('Nome', 'Ana Lima');
    save();
    await screen.findAllByText(/Esta cidade não está mais disponível/);
    expect(screen.getByLabelText('Cidade').getAttribute('aria-invalid')).toBe('true');
    expect(readProfileDraft(STUDENT.id)?.edits.name).toBe('Ana Lima');
  });

  it('sends nothing that is wrong', async () => {
    render(screenOf(STUDENT));
    type('Nome', 'A1');
    save();
    expect((await screen.findAllByText('Nome deve ter pelo menos 3 caracteres')).length).toBeGreaterThan(0);
    expect(saveProfile).not.toHaveBeenCalled();
  });
});
