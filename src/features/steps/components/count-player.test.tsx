import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Player } from '../player';
import { FoldedPlayer } from './count-player';

const startPlayer = vi.hoisted(() => vi.fn());
vi.mock('../player', () => ({ startPlayer }));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('a pace chosen while the sound is waking is the pace that is played', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  let wake: (player: Player) => void = () => undefined;
  startPlayer.mockReturnValue(new Promise<Player>((resolve) => (wake = resolve)));
  const player = { setPace: vi.fn(), setRhythm: vi.fn(), setSound: vi.fn(), count: () => 1, stop: vi.fn() };
  const { container } = render(
    <MantineProvider>
      <FoldedPlayer pace={100} />
    </MantineProvider>,
  );
  const details = container.querySelector('details');
  if (details) details.open = true;
  if (details) fireEvent(details, new Event('toggle'));
  fireEvent.click(screen.getByRole('button', { name: 'Começar' }));
  expect(startPlayer).toHaveBeenCalledWith({ pace: 100, rhythm: 'counts', sound: true });
  fireEvent.click(screen.getByRole('button', { name: 'Mais rápido' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Zabumba (baião)' }));
  fireEvent.click(screen.getByRole('switch'));
  await act(async () => wake(player));
  expect(player.setPace).toHaveBeenLastCalledWith(104);
  expect(player.setRhythm).toHaveBeenLastCalledWith('zabumba');
  expect(player.setSound).toHaveBeenLastCalledWith(false);
});
