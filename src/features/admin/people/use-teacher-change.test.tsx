import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { TEACHER_ACTIONS } from './teacher-actions';
import type { TeacherChange } from './teachers';
import { useTeacherChange } from './use-teacher-change';

const set = vi.fn(async (_changes: TeacherChange[]) => ({ kind: 'ok', value: { changed: 1, undo: [] } }));
vi.mock('./teachers', async (original) => ({
  ...(await original<typeof import('./teachers')>()),
  setTeachers: (changes: TeacherChange[]) => set(changes),
}));

/** An identity that holds, as a listing has it. */
const HOLDS = 'i2601991231';
const CHECKED = ['Ana', 'Bia'].map((name) => ({ id: name, name, checks: HOLDS }));
const UNCHECKED = ['Caio', 'Davi'].map((name) => ({ id: name, name, checks: null }));

type Chosen = Parameters<ReturnType<typeof useTeacherChange>['ask']>[1];
const done = vi.fn();

function Desk({ chosen }: { chosen: Chosen }) {
  const { ask, question } = useTeacherChange(done);
  return (
    <>
      <button type="button" onClick={() => ask(TEACHER_ACTIONS.approve, chosen)}>
        Escolher
      </button>
      {question}
    </>
  );
}

function approve(chosen: Chosen) {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Desk chosen={chosen} />
      </MemoryRouter>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Escolher' }));
  return within(screen.getByRole('dialog'));
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
  set.mockClear();
  done.mockClear();
});
afterEach(() => {
  cleanup();
  clearIdentity();
  vi.unstubAllGlobals();
});

it('no check is ticked beforehand: an identity is certified only by a tick made by hand', async () => {
  const dialog = approve(UNCHECKED.slice(0, 1));
  const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual(boxes.map(() => false));
  fireEvent.click(dialog.getByRole('button', { name: 'Aprovar' }));
  expect(dialog.getByText('Marque a identidade: sem ela ninguém aparece na busca.')).toBeTruthy();
  expect(set).not.toHaveBeenCalled();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Identidade' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Aprovar' }));
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(set.mock.calls).toEqual([[[{ id: 'Caio', is_active: true, checks: ['identity'] }]]]);
});

it('many at once certify nothing: only teachers with a checked identity are approved, the others are named', async () => {
  const dialog = approve([...CHECKED, ...UNCHECKED]);
  expect(dialog.queryAllByRole('checkbox')).toEqual([]);
  expect(dialog.getByText('Aprovar 2 professores?')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Caio' }).getAttribute('href')).toContain('/admin/teachers/Caio');
  expect(dialog.getByRole('link', { name: 'Davi' })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Aprovar' }));
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(set.mock.calls).toEqual([
    [
      [
        { id: 'Ana', is_active: true },
        { id: 'Bia', is_active: true },
      ],
    ],
  ]);
});

it('many at once of whom none is checked cannot be approved', () => {
  const dialog = approve(UNCHECKED);
  expect(dialog.queryByRole('button', { name: 'Aprovar' })).toBeNull();
  expect(dialog.getByRole('link', { name: 'Caio' })).toBeTruthy();
  expect(set).not.toHaveBeenCalled();
});
