import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isBusyHere } from '@/lib/busy';
import { PictureField } from './picture-field';

let answer: (outcome: { kind: string }) => void = () => undefined;
const upload = () =>
  new Promise((resolve) => {
    answer = resolve;
  });
vi.mock('../actions', () => ({ uploadPicture: () => upload(), removePicture: async () => ({ kind: 'ok' }) }));

vi.mock('./square-crop', () => ({
  SquareCrop: ({ onCut, onClose }: { onCut(area: object): void; onClose(): void }) => (
    <>
      <button type="button" onClick={() => onCut({ left: 0, top: 0, edge: 10 })}>
        Usar esta foto
      </button>
      <button type="button" onClick={onClose}>
        Cancelar
      </button>
    </>
  ),
}));

const photo = new File(['photo'], 'eu.jpg', { type: 'image/jpeg' });

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

it('a photo that is uploading, or waiting for a retry, delays the update to a new release', async () => {
  render(
    <MantineProvider>
      <PictureField imageUrl={null} portrait={() => null} />
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText('Escolher foto', { selector: 'input' }), {
    target: { files: [photo] },
  });
  expect(isBusyHere()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Usar esta foto' }));
  expect(isBusyHere()).toBe(true);
  await act(async () => answer({ kind: 'network' }));
  const again = await screen.findByRole('button', { name: 'Enviar a foto de novo' });
  expect(isBusyHere()).toBe(true);
  fireEvent.click(again);
  await act(async () => answer({ kind: 'picture' }));
  await waitFor(() => expect(isBusyHere()).toBe(false));
});
