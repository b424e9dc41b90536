import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dependencies } from '../../package.json';
import { hideToast, showToast, TOAST } from './toast';
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

  it('goes when what it says is no longer true', async () => {
    render(<ToastHost />);
    void showToast({ title: 'Nome é obrigatório', id: 'field' });
    await screen.findByText('Nome é obrigatório');
    void hideToast('field');
    await waitFor(() => expect(screen.queryByText('Nome é obrigatório')).toBeNull());
    await hideToast('another');
  });

  it('stands in the half of a phone’s screen without the focused field', async () => {
    vi.stubGlobal('innerWidth', 360);
    vi.stubGlobal('innerHeight', 640);
    render(
      <>
        <input aria-label="Campo" />
        <ToastHost />
      </>,
    );
    const field = screen.getByLabelText('Campo');
    const at = async (top: number, title: string, place?: 'top') => {
      vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 48));
      void showToast({ title, ...(place ? { place } : {}) });
      const toast = (await screen.findByText(title)).closest('[data-sonner-toast]');
      return toast?.getAttribute('data-y-position');
    };
    expect(await at(500, 'Sem foco')).toBe('bottom');
    expect(await at(500, 'Sem foco, num formulário', 'top')).toBe('top');
    act(() => field.focus());
    expect(await at(500, 'Campo embaixo')).toBe('top');
    expect(await at(100, 'Campo em cima', 'top')).toBe('bottom');
    vi.stubGlobal('innerWidth', 1280);
    expect(await at(500, 'Tela larga')).toBe('bottom');
    vi.unstubAllGlobals();
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
