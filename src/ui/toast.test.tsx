import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dependencies } from '../../package.json';
import { showToast, TOAST } from './toast';
import { ToastHost } from './toast-host';

afterEach(cleanup);

describe('toast', () => {
  it('[D060] is drawn by sonner 1.7.4, whose defaults are the numbers asked for', () => {
    expect(dependencies.sonner).toBe('1.7.4');
  });

  it('has title, description, action and a destructive look', async () => {
    render(<ToastHost />);
    const undo = vi.fn();
    void showToast({
      title: 'Salvo',
      description: 'Neste aparelho',
      action: { label: 'Desfazer', onClick: undo },
    });
    const plain = (await screen.findByText('Salvo')).closest('[data-sonner-toast]');
    expect(plain?.textContent).toContain('Neste aparelho');
    expect(plain?.getAttribute('data-type')).not.toBe('error');
    fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(undo).toHaveBeenCalledOnce();

    void showToast({ title: 'Não deu', variant: 'destructive' });
    const failed = (await screen.findByText('Não deu')).closest('[data-sonner-toast]');
    expect(failed?.getAttribute('data-type')).toBe('error');
  });

  it('replaces another toast with its id, and keeps nothing of it', async () => {
    render(<ToastHost />);
    const undo = { label: 'Desfazer', onClick: vi.fn() };
    void showToast({
      title: 'Primeiro',
      description: 'De antes',
      action: undo,
      variant: 'destructive',
      id: 'one',
    });
    await screen.findByText('Primeiro');
    void showToast({ title: 'Segundo', id: 'one' });
    const second = (await screen.findByText('Segundo')).closest('[data-sonner-toast]');
    expect(second?.textContent).toBe('Segundo');
    expect(second?.getAttribute('data-type')).not.toBe('error');
    await waitFor(() => expect(screen.queryByText('Primeiro')).toBeNull());
  });

  it('is not lost while another toast with its id disappears', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(<ToastHost />);
    void showToast({ title: 'Segundo', id: 'one' });
    await screen.findByText('Segundo');
    await act(() => vi.advanceTimersByTimeAsync(TOAST.duration + 50));
    expect(screen.getByText('Segundo').closest('[data-removed="true"]')).not.toBeNull();
    void showToast({ title: 'Terceiro', id: 'one' });
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('Terceiro')).toBeDefined();
    expect(screen.queryByText('Segundo')).toBeNull();
    vi.useRealTimers();
  });

  it('is not lost when the button of another toast with its id raises it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(<ToastHost />);
    void showToast({
      title: 'Feito',
      id: 'one',
      action: { label: 'Desfazer', onClick: () => void showToast({ title: 'Desfeito', id: 'one' }) },
    });
    await screen.findByText('Feito');
    fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(screen.queryByText('Feito')).toBeNull());
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('Desfeito')).toBeDefined();
    vi.useRealTimers();
  });
});
