import { createHash } from 'node:crypto';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { env } from '@/lib/env';
import { Contact } from './legal-text';
import PrivacyPage from './privacy-page';
import TermsPage from './terms-page';
import { VERSION } from './version';

const configured = env.teamWhatsapp;
afterEach(() => {
  cleanup();
  env.teamWhatsapp = configured;
});

describe('the legal texts', () => {
  /** A digest of the visible text, without number, date and contact. */
  const digest = () => {
    const text = [<TermsPage key="terms" />, <PrivacyPage key="privacy" />].map((page) => {
      const { container } = render(<MemoryRouter>{page}</MemoryRouter>);
      const paragraphs = [...container.querySelectorAll('h1, h2, p, li')];
      return paragraphs
        .map(({ textContent }) => textContent)
        .filter((one) => !VARIES.test(one))
        .join('\n');
    });
    return createHash('sha256').update(text.join('\n')).digest('hex').slice(0, 16);
  };
  const VARIES =
    /^Versão \d+, em vigor|^Fale com a equipe|^Quem responde por seus dados|^Quem mantém este site|^Quem apoia o projeto pode desistir/;

  it('are a new version when they change: count up version.ts, add its migration, then this line', () => {
    expect([VERSION.number, digest()]).toEqual([6, '3080ba89181762c7']);
  });
});

describe('the privacy policy', () => {
  const policy = () => render(<MemoryRouter>{<PrivacyPage />}</MemoryRouter>).container.textContent ?? '';

  // «Nada disso é cookie, e nada é lido por outros sites.»
  // «Quem visita, aluno ou professor não recebe cookie nenhum.»
  it('[T046][T047] names every cookie that the app sets', () => {
    const sources = import.meta.glob('/src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
    const setting = Object.entries(sources as Record<string, string>).filter(
      ([path, source]) => !path.includes('.test.') && /document\.cookie\s*=|cookieStore\.set/.test(source),
    );
    const names = setting.map(([, source]) => /COOKIE = '([a-z_]+)'/.exec(source)?.[1] ?? 'unnamed');
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(policy()).toContain(name);
  });

  it('says that an accepted request shows the WhatsApp, or the e-mail of a person without one', () => {
    expect(policy()).toContain(
      'cada um passa a ver o WhatsApp do outro, ou o e-mail de quem não informou um WhatsApp',
    );
    expect(policy()).not.toMatch(/E-mail e senha nunca/);
  });
});

describe('the contact of the legal texts', () => {
  it('[T089] is a chat with the team where a number is configured', () => {
    env.teamWhatsapp = '5511900000000';
    render(<Contact />);
    const link = screen.getByRole('link', { name: /pelo WhatsApp/ });
    const target = new URL(link.getAttribute('href') ?? '');
    expect(target.host).toBe('wa.me');
    expect(target.pathname).toBe('/5511900000000');
    expect(target.searchParams.get('text')).toMatch(/meus dados no Danceflix/);
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('[T090] tells that there is none, and what is still possible', () => {
    env.teamWhatsapp = null;
    const { container } = render(
      <MemoryRouter>
        <Contact />
      </MemoryRouter>,
    );
    expect(screen.getByRole('link').getAttribute('href')).toBe('/login');
    expect(container.textContent).toContain('Em breve você também fala com ela pelo WhatsApp');
    expect(container.textContent).toContain('Meus dados');
  });
});
