import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Player } from '../player';
import { FoldedPlayer } from './count-player';

const startPlayer = vi.hoisted(() => vi.fn());
vi.mock('../player', () => ({ startPlayer }));

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function openPlayer(): void {
  const { container } = render(
    <MantineProvider>
      <FoldedPlayer pace={100} />
    </MantineProvider>,
  );
  const details = container.querySelector('details');
  if (details) details.open = true;
  if (details) fireEvent(details, new Event('toggle'));
}

test('a pace chosen while the sound is waking is the pace that is played', async () => {
  let wake: (player: Player) => void = () => undefined;
  startPlayer.mockReturnValue(new Promise<Player>((resolve) => (wake = resolve)));
  const player = { setPace: vi.fn(), setRhythm: vi.fn(), setSound: vi.fn(), count: () => 1, stop: vi.fn() };
  openPlayer();
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

test('the screen stays awake while the count plays', async () => {
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async () => ({ released: false, release }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
  startPlayer.mockResolvedValue({
    setPace: vi.fn(),
    setRhythm: vi.fn(),
    setSound: vi.fn(),
    count: () => 1,
    stop: vi.fn(),
  });
  openPlayer();
  expect(request).not.toHaveBeenCalled();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Começar' })));
  expect(request).toHaveBeenCalledExactlyOnceWith('screen');
  expect(release).not.toHaveBeenCalled();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Parar' })));
  expect(release).toHaveBeenCalledOnce();
});
