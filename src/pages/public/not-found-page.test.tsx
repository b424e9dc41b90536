import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import NotFoundPage from './not-found-page';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows its three texts and logs the missing path', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <MantineProvider>
      <MemoryRouter initialEntries={['/nao-existe?x=1']}>
        <NotFoundPage />
      </MemoryRouter>
    </MantineProvider>,
  );
  expect(screen.getByRole('heading', { name: '404' })).toBeTruthy();
  expect(screen.getByText('Oops! Page not found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  expect(log.mock.calls.flat()).toContain('/nao-existe');
});
