import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { env } from '@/lib/env';
import { Contact } from './legal-text';

const configured = env.teamWhatsapp;
afterEach(() => {
  cleanup();
  env.teamWhatsapp = configured;
});

describe('the contact of the legal texts', () => {
  it('is a chat with the team where a number is configured', () => {
    env.teamWhatsapp = '5511900000000';
    render(<Contact />);
    const link = screen.getByRole('link', { name: /pelo WhatsApp/ });
    const target = new URL(link.getAttribute('href') ?? '');
    expect(target.host).toBe('wa.me');
    expect(target.pathname).toBe('/5511900000000');
    expect(target.searchParams.get('text')).toMatch(/meus dados no Danceflix/);
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('says so where there is none, and what one can do all the same', () => {
    env.teamWhatsapp = null;
    const { container } = render(<Contact />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(container.textContent).toMatch(/ainda não publicou um número de contato/);
    expect(container.textContent).toContain('Meus dados');
  });
});
