import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { askBeforeLeaving } from '@/auth/leaving/leaving';
import { writeText } from '@/lib/stored';
import { LeavingQuestion } from './leaving-question';

vi.mock('@/outbox/entry', () => ({
  unsentOf: async () => [],
  flushNow: async () => undefined,
  leaveOutbox: async () => undefined,
}));

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(
    <MantineProvider>
      <LeavingQuestion />
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('asks about typed text at sign-out, even with nothing to send', async () => {
  writeText(`${PRIVATE_DRAFT_PREFIX}profile_anna`, '{}');
  const answer = askBeforeLeaving('anna');
  fireEvent.click(await screen.findByRole('button', { name: 'Salvar neste aparelho' }));
  expect(await act(() => answer)).toBe('keep');
});

it('signs out at once without typed text, even with favourites being queued or another person’s drafts', async () => {
  writeText(`${PRIVATE_DRAFT_PREFIX}tap_anna_marina`, '{}');
  writeText(`${PRIVATE_DRAFT_PREFIX}profile_bia`, '{}');
  expect(await askBeforeLeaving('anna')).toBe('leave');
});
