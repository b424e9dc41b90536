import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import type { StoredCommand } from '@/outbox/stored-command';
import type { ShownPost } from '../overlay';
import { readPostDraft } from '../post-draft';
import { Mural } from './mural';

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const refused: StoredCommand = {
  seq: 1,
  id: 'refused',
  kind: 'post.create',
  version: 1,
  entity: { table: 'posts', id: 'p1' },
  payload: { post: { id: 'p1', text: 'Não aceita', city_id: 'rio', dance_style_id: null } },
  base: null,
  userId: ANNA,
  visitor: null,
  createdAt: 0,
  status: 'rejected',
  attempts: 1,
  dueAt: 0,
  error: null,
  ack: null,
};
const post: ShownPost = {
  id: 'p1',
  text: 'Não aceita',
  cityId: 'rio',
  styleId: null,
  createdAt: 0,
  author: { name: 'Anna', imageUrl: null, role: 'student', tag: 'anna' },
  isMine: true,
  write: refused,
  isStored: false,
};

const discard = vi.fn(async (_id: string) => undefined);
const enqueue = vi.fn(async (_draft: unknown) => ({ kind: 'stored', command: { id: 'c1' } }));
const edit = vi.fn(
  async (
    _id: string,
    _payload: unknown,
  ): Promise<{ kind: string; reason?: string; command?: { id: string } }> => {
    return { kind: 'stored', command: { id: 'c1' } };
  },
);
vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));
vi.mock('@/outbox/entry', () => ({
  discard: (id: string) => discard(id),
  enqueue: (draft: unknown) => enqueue(draft),
  edit: (id: string, payload: unknown) => edit(id, payload),
}));
vi.mock('../queries', () => ({
  useMural: () => ({ status: 'ready', data: [post], retry: () => undefined }),
}));
vi.mock('@/reads/use-names', async (original) => ({
  ...(await original<typeof import('@/reads/use-names')>()),
  useNames: () => ({
    isKnown: true,
    cities: [
      { id: 'rio', name: 'Rio' },
      { id: 'recife', name: 'Recife' },
    ],
    styles: [{ id: 'forro', name: 'Forró' }],
    cityName: (id: string) => id,
    styleName: (id: string) => id,
  }),
}));

const field = () => screen.getByLabelText<HTMLTextAreaElement>('O que você quer contar?');
const city = () => screen.getByLabelText<HTMLInputElement>('Cidade (opcional)');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Draws the Mural as after a page load. */
function show(): void {
  cleanup();
  render(
    <MantineProvider>
      <MemoryRouter>
        <Mural portrait={() => null} />
      </MemoryRouter>
    </MantineProvider>,
  );
}

beforeEach(() => {
  for (const mock of [discard, enqueue, edit]) mock.mockClear();
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  setIdentity({
    userId: ANNA,
    email: 'anna@example.test',
    role: 'student',
    name: 'Anna',
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

describe('a post that the server refused', () => {
  it('is corrected without touching the draft of another post', () => {
    type('Outra coisa');
    press('Editar');
    expect(field().value).toBe('Não aceita');
    type('Agora sim');
    press('Deixar para depois');
    expect(field().value).toBe('Outra coisa');
    show();
    expect(field().value).toBe('Outra coisa');
    press('Editar');
    expect(field().value).toBe('Agora sim');
  });

  it('stays until its replacement is stored', async () => {
    press('Editar');
    expect(discard).not.toHaveBeenCalled();
    type('Agora sim');
    edit.mockResolvedValueOnce({ kind: 'not-stored', reason: 'full' });
    press('Publicar');
    await screen.findByText(/O aparelho está sem espaço/);
    expect(readPostDraft(ANNA, refused.id)?.text).toBe('Agora sim');
    press('Publicar');
    await waitFor(() => expect(field().value).toBe(''));
    expect(edit).toHaveBeenLastCalledWith(refused.id, {
      post: { id: 'p1', text: 'Agora sim', city_id: 'rio', dance_style_id: null },
    });
    expect(readPostDraft(ANNA, refused.id)).toBeNull();
    expect(enqueue).not.toHaveBeenCalled();
    expect(discard).not.toHaveBeenCalled();
  });

  it('becomes a new post when it cannot be replaced any more', async () => {
    press('Editar');
    type('Agora sim');
    edit.mockResolvedValueOnce({ kind: 'too-late' });
    press('Publicar');
    await waitFor(() => expect(field().value).toBe(''));
    expect(enqueue).toHaveBeenCalledTimes(1);
  });
});

it('keeps city and style of the draft as well as its text', () => {
  type('Vamos?');
  fireEvent.change(city(), { target: { value: 'recife' } });
  fireEvent.blur(city());
  fireEvent.change(screen.getByLabelText('Estilo (opcional)'), { target: { value: 'forro' } });
  fireEvent.blur(screen.getByLabelText('Estilo (opcional)'));
  show();
  expect(city().value).toBe('Recife');
  expect(readPostDraft(ANNA, null)).toMatchObject({ text: 'Vamos?', cityId: 'recife', styleId: 'forro' });
});
