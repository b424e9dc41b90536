/** The training on a phone whose clock is wrong. */
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { learnDifference } from '@/lib/learn-server-clock';
import { forgetServerClock } from '@/lib/server-clock';
import { LIBRARY } from '../library/library';
import { Training } from './training';

const DAY = 86_400_000;
const TRUE = Date.UTC(2026, 10, 26, 15);
const own = vi.hoisted(() => ({ answer: {} as object }));
vi.mock('../queries', () => ({ useOwnSteps: () => own.answer }));

beforeEach(() => {
  forgetServerClock();
  vi.useFakeTimers({ now: TRUE });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a clock a year fast asks for no step that was trained today, once the server has answered', () => {
  const step = LIBRARY[0]?.steps[0]?.id ?? '';
  const at = new Date(TRUE).toISOString();
  own.answer = {
    status: 'ready',
    marks: new Map([[step, { step, state: 'learning', at, write: null }]]),
    // As the server kept it: by its own clock.
    reviews: [{ id: 'r', step, rating: 3, at }],
  };
  vi.setSystemTime(TRUE + 365 * DAY);
  render(
    <MantineProvider>
      <MemoryRouter>
        <Training />
      </MemoryRouter>
    </MantineProvider>,
  );
  // The phone has only its own clock as yet.
  expect(screen.getByText('Falta 1 passo hoje')).toBeTruthy();
  act(() => learnDifference(-365 * DAY));
  expect(screen.getByText('Tudo treinado por hoje.')).toBeTruthy();
});
