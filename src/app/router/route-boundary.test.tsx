import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FrameBoundary, RouteBoundary } from './route-boundary';

let broken = true;
function Page() {
  if (broken) throw new Error('this page is broken');
  return <p>a página</p>;
}

function start() {
  render(
    <MantineProvider>
      <MemoryRouter initialEntries={['/one']}>
        <Link to="/two">outra página</Link>
        <RouteBoundary>
          <Page />
        </RouteBoundary>
      </MemoryRouter>
    </MantineProvider>,
  );
}

beforeEach(() => {
  broken = true;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows a Portuguese message when a page breaks, and renders it again on demand', () => {
  start();
  expect(screen.getByRole('alert').textContent).toContain('Esta página não abriu');
  fireEvent.click(screen.getByRole('button', { name: 'Tentar Novamente' }));
  expect(screen.getByRole('alert')).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Tentar Novamente' }));
  expect(screen.getByText('a página')).toBeTruthy();
});

it('leads back from a screen whose frame did not load', () => {
  const Broken = () => {
    throw new Error('Failed to fetch dynamically imported module');
  };
  render(
    <MantineProvider>
      <MemoryRouter>
        <FrameBoundary>
          <Broken />
        </FrameBoundary>
      </MemoryRouter>
    </MantineProvider>,
  );
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Encontrar Professor' });
  expect(link.getAttribute('href')).toBe('/search');
});

it('does not break the other pages', () => {
  start();
  broken = false;
  fireEvent.click(screen.getByRole('link', { name: 'outra página' }));
  expect(screen.getByText('a página')).toBeTruthy();
});
