import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useNotice } from '@/app/notice';
import { ServiceWorkerNotice } from '@/app/worker/service-worker-notice';

afterEach(() => {
  cleanup();
  useNotice.getState().dismiss();
});

test('[A312] of two worker notices in a row only the newest shows', () => {
  render(<ServiceWorkerNotice />);
  act(() => {
    useNotice.getState().show({ text: 'Pronto para usar offline' });
    useNotice.getState().show({ text: 'Versão nova pronta' });
  });
  expect(screen.getByRole('status').textContent).toBe('Versão nova pronta');
});

test('a notice appears in a status region that existed before it, and can be closed', () => {
  render(<ServiceWorkerNotice />);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  act(() => useNotice.getState().show({ text: 'Pronto para usar offline' }));
  expect(region.textContent).toBe('Pronto para usar offline');
  fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
  expect(region.textContent).toBe('');
});
