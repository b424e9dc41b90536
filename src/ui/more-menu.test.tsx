import { MantineProvider } from '@mantine/core';
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MoreMenu } from './more-menu';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(
    <MantineProvider>
      <MoreMenu label="Mais opções">
        <input aria-label="Explicação" />
      </MoreMenu>
      <button type="button">Fora</button>
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const button = () => screen.getByRole('button', { name: 'Mais opções' });
const isOpen = () => screen.queryByRole('textbox') !== null;

it('opens and closes by its button and says so', () => {
  expect(button().getAttribute('aria-expanded')).toBe('false');
  expect(isOpen()).toBe(false);
  fireEvent.click(button());
  expect(button().getAttribute('aria-expanded')).toBe('true');
  expect(isOpen()).toBe(true);
  fireEvent.click(button());
  expect(isOpen()).toBe(false);
});

it('closes by Escape and gives the focus back', () => {
  fireEvent.click(button());
  screen.getByRole('textbox').focus();
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button());
});

it('closes by a press or focus outside, keeps what was typed, and stays open for what happens inside', () => {
  fireEvent.click(button());
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'golpe' } });
  fireEvent.pointerDown(screen.getByRole('textbox'));
  expect(isOpen()).toBe(true);
  const outside = screen.getByRole('button', { name: 'Fora' });
  // The second tap of a double tap, after the panel has become smaller.
  fireEvent.pointerDown(outside);
  expect(isOpen()).toBe(true);
  const later = createEvent.pointerDown(outside);
  Object.defineProperty(later, 'timeStamp', { value: later.timeStamp + 1000 });
  fireEvent(outside, later);
  expect(isOpen()).toBe(false);
  fireEvent.click(button());
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('golpe');
  act(() => screen.getByRole('button', { name: 'Fora' }).focus());
  expect(isOpen()).toBe(false);
});
