import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';

let profile: { whatsapp: string | null } | null = null;
vi.mock('../queries', () => ({ useOwnProfile: () => ({ data: profile }) }));
const { EmailNote } = await import('./whatsapp-offer');

const shown = () => {
  const { container, unmount } = render(<EmailNote name="Camila" />, { wrapper: MemoryRouter });
  const text = container.textContent;
  const link = screen.queryByRole('link')?.getAttribute('href') ?? null;
  unmount();
  return { text, link };
};

it('names the e-mail address as the contact of a teacher without a WhatsApp, and of no other', () => {
  expect(shown().text).toBe('');
  profile = { whatsapp: '+5511900000001' };
  expect(shown().text).toBe('');
  profile = { whatsapp: null };
  expect(shown()).toEqual({
    text: 'Você não informou um WhatsApp: se aceitar, Camila vê o seu e-mail.Adicionar WhatsApp',
    link: '/teacher/profile',
  });
});
