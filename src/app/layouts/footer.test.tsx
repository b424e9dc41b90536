import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { type Identity, identityStore } from '@/auth/identity';
import { env } from '@/lib/env';
import { Footer } from './footer';

vi.mock('@/ui/use-large-screen', () => ({ useLargeScreen: () => false }));

const ana: Identity = {
  userId: '1',
  email: 'ana@danceflix.test',
  role: 'student',
  name: 'Ana',
  imageUrl: null,
  state: 'active',
  termsDue: null,
};

function linksFor(identity: Identity | null): (string | null)[] {
  identityStore.setState({ status: identity ? 'signed-in' : 'signed-out', identity, ended: null }, true);
  render(
    <MantineProvider>
      <MemoryRouter>
        <Footer />
      </MemoryRouter>
    </MantineProvider>,
  );
  return screen.getAllByRole('link', { hidden: true }).map((link) => link.textContent);
}

afterEach(() => {
  cleanup();
  identityStore.setState({ status: 'signed-out', identity: null, ended: null }, true);
});

it('offers visitors sign-in and registration', () => {
  expect(linksFor(null)).toEqual(expect.arrayContaining(['Entrar', 'Cadastrar', 'Encontrar Professor']));
});

it.each(['active', 'registering'] as const)('offers neither to a signed-in person: %s', (state) => {
  const links = linksFor({ ...ana, state });
  expect(links).toContain('Encontrar Professor');
  expect(links).not.toContain('Entrar');
  expect(links).not.toContain('Cadastrar');
});

it('folds the groups of a visitor away on a phone, and keeps the legal pages in sight', () => {
  linksFor(null);
  const groups = [...document.querySelectorAll('details')];
  expect(groups.map((group) => [group.querySelector('summary')?.textContent, group.open])).toEqual([
    ['Aprender', false],
    ['Comunidade', false],
    ['Participar', false],
    ['Conta e ajuda', false],
  ]);
  for (const name of ['Termos de uso', 'Política de privacidade'])
    expect(screen.getByRole('link', { name }).closest('details')).toBeNull();
});

it('[T088] says who runs the site, to everybody', () => {
  for (const identity of [null, ana]) {
    linksFor(identity);
    const { name, taxId, address, email } = env.operator;
    for (const text of [name, taxId, address])
      expect(screen.getByRole('contentinfo').textContent).toContain(text);
    expect(screen.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`);
    cleanup();
  }
});

it('is short for a signed-in person', () => {
  expect(linksFor(ana)).toHaveLength(11);
  expect(document.querySelector('details')).toBeNull();
});
