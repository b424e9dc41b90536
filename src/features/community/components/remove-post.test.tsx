import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { isBusyHere } from '@/lib/busy';
import { storedKeys } from '@/lib/stored';
import type { ShownPost } from '../overlay';
import { RemovePost } from './remove-post';

const enqueue = vi.fn(async (_draft: unknown) => ({ kind: 'stored', command: { id: 'c1' } }));
vi.mock('@/outbox/entry', () => ({ enqueue: (draft: unknown) => enqueue(draft) }));

const post: ShownPost = {
  id: 'p1',
  text: 'Vendo ingresso',
  cityId: null,
  styleId: null,
  createdAt: 0,
  author: { name: 'Rui', imageUrl: null, role: 'student', tag: 'rui' },
  isMine: false,
  write: null,
  isStored: true,
};
const reason = () => screen.getByLabelText<HTMLTextAreaElement>(/^Motivo/);

/** Opens the question as after a page load. */
function ask(): void {
  cleanup();
  render(
    <MantineProvider>
      <RemovePost post={post} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Remover' }));
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

it('a typed reason delays the update to a new release and is kept until the removal is stored', async () => {
  ask();
  fireEvent.change(reason(), { target: { value: 'Venda não cabe aqui.' } });
  expect(isBusyHere()).toBe(true);
  ask();
  expect(reason().value).toBe('Venda não cabe aqui.');
  fireEvent.click(screen.getByRole('button', { name: 'Sim, remover' }));
  const kept = () => storedKeys('').filter((key) => key.startsWith(PRIVATE_DRAFT_PREFIX));
  await waitFor(() => expect(kept()).toEqual([]));
  expect(enqueue).toHaveBeenCalledWith(
    expect.objectContaining({ payload: { postId: 'p1', reason: 'Venda não cabe aqui.' } }),
  );
});
