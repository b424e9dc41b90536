import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showToast } from './toast';
import { ToastHost } from './toast-host';

afterEach(cleanup);

describe('toast', () => {
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
});
