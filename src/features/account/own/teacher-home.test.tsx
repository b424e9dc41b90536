import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OwnProfile } from '../schema';
import { teacherWith } from './own-samples';
import { TeacherHome } from './teacher-home';

let profile: OwnProfile;
vi.mock('../queries', () => ({
  useOwnProfile: () => ({ status: 'ready', data: profile }),
  useOwnNotifications: () => ({ status: 'ready', data: [] }),
}));

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const home = () =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <TeacherHome pageOf={() => '/teachers/marina-couto'} requests={<h2>Pedidos de aula</h2>} />
      </MemoryRouter>
    </MantineProvider>,
  );

beforeEach(() => {
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

it('a teacher who is not listed any more reads so before anything else, with ways to the reason and to the team', () => {
  profile = teacherWith({ isActive: false });
  home();
  expect(headings().slice(0, 2)).toEqual(['Situação do seu perfil', 'Pedidos de aula']);
  expect(screen.getByText('Desativado')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ver meus avisos' }).getAttribute('href')).toBe(
    '/teacher/notifications',
  );
});

it('a listed teacher reads first what students ask', () => {
  profile = teacherWith({});
  home();
  const order = headings();
  expect(order.indexOf('Pedidos de aula')).toBeLessThan(order.indexOf('Situação do seu perfil'));
});
