import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import type { Answer } from '../core/server';
import { ReviewCard } from './review-card';
import type { Review, Teacher } from './teacher';

type Reviewed = Answer<{ undo: { id: string; is_active: boolean }[] }>;
let answer: Reviewed = { kind: 'ok', value: { undo: [] } };
const review = vi.fn(async (_review: Review) => answer);
vi.mock('./teacher', async (original) => ({
  ...(await original<typeof import('./teacher')>()),
  reviewTeacher: (one: Review) => review(one),
}));

const found = (part: object = {}) =>
  ({
    teacher: {
      id: 'marina',
      name: 'Marina',
      image_url: null,
      whatsapp: '+5527900000000',
      style_names: ['Zouk'],
      city_name: 'Vitória',
      adjustment: null,
      ...part,
    },
    profile: { bio: 'Ensino zouk.' },
  }) as unknown as Teacher;

const done = vi.fn();
function show(teacher = found()): void {
  cleanup();
  render(
    <MantineProvider env="test">
      <ReviewCard found={teacher} onDone={done} />
    </MantineProvider>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Mensagem');

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
  answer = { kind: 'ok', value: { undo: [] } };
  review.mockClear();
  done.mockClear();
});
afterEach(() => {
  cleanup();
  clearIdentity();
  vi.unstubAllGlobals();
});

it('names what the profile lacks, and before approving what was not checked', async () => {
  show();
  expect(screen.getByText(/sem foto/)).toBeTruthy();
  expect(screen.queryByText(/sem texto|sem WhatsApp|sem cidade|nenhum/)).toBeNull();
  for (const point of [/^Texto/, /^Contato/, /^Estilos/, /^Cidade/])
    fireEvent.click(screen.getByLabelText(point));
  press('Aprovar');
  const question = dialog('Aprovar Marina?');
  expect(question.getByText('Você não marcou: foto.')).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Aprovar' }));
  expect(question.getByText('Marque a identidade: sem ela ninguém aparece na busca.')).toBeTruthy();
  expect(review).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('checkbox', { name: 'Identidade' }));
  fireEvent.click(question.getByRole('button', { name: 'Aprovar' }));
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(review.mock.calls).toEqual([
    [
      {
        id: expect.any(String),
        teacher_id: 'marina',
        outcome: 'approved',
        checked: ['text', 'contact', 'styles', 'city'],
        checks: ['identity'],
        message: null,
      },
    ],
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Texto/).checked).toBe(false);
});

it('asks for no change without a message; a failed try keeps the text and repeats the same request', async () => {
  show();
  press('Pedir ajuste');
  const send = () => dialog('Pedir ajuste a Marina?').getByRole('button', { name: 'Enviar pedido' });
  fireEvent.click(send());
  expect(screen.getByText('Escreva o que falta.')).toBeTruthy();
  expect(review).not.toHaveBeenCalled();

  fireEvent.change(message(), { target: { value: ' Falta uma foto. ' } });
  answer = { kind: 'unreachable' };
  fireEvent.click(send());
  await waitFor(() => expect(review).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(send().hasAttribute('disabled')).toBe(false));
  expect(done).not.toHaveBeenCalled();
  expect(message().value).toBe(' Falta uma foto. ');

  // The text outlives the page until it was sent.
  show();
  press('Pedir ajuste');
  expect(message().value).toBe(' Falta uma foto. ');
  fireEvent.click(send());
  await waitFor(() => expect(review).toHaveBeenCalledTimes(2));
  answer = { kind: 'ok', value: { undo: [] } };
  await waitFor(() => expect(send().hasAttribute('disabled')).toBe(false));
  fireEvent.click(send());
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  const [, second, third] = review.mock.calls.map(([one]) => one);
  expect(third).toEqual(second);
  expect(third).toMatchObject({ outcome: 'adjust', message: 'Falta uma foto.' });

  press('Pedir ajuste');
  expect(message().value).toBe('');
});

it('shows the change that was asked for, and whether it was made', () => {
  const asked = { message: 'Troque a foto.', asked_at: '2026-11-20T12:00:00Z', adjusted_at: null };
  show(found({ adjustment: asked }));
  expect(screen.getByText(/^Ajuste pedido em/)).toBeTruthy();
  show(found({ adjustment: { ...asked, adjusted_at: '2026-11-21T12:00:00Z' } }));
  expect(screen.getByText(/^Ajustado em/)).toBeTruthy();
  expect(screen.getByText('Troque a foto.')).toBeTruthy();
});
