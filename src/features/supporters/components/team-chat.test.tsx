import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { env } from '@/lib/env';
import type { SponsorTierInfo, SupporterTierInfo } from '../schema';
import { SponsorTiers } from './sponsor-tiers';
import { SupporterTiers } from './supporter-tiers';
import { TeamChat } from './team-chat';

const configured = env.teamWhatsapp;
afterEach(() => {
  cleanup();
  env.teamWhatsapp = configured;
});

const passinho: SupporterTierInfo = {
  id: 'a',
  programme: 'supporter',
  tier: 'passinho',
  name: 'Passinho',
  amount: 1,
  position: 1,
  benefitTitle: 'Seu nome na página',
  benefitText: 'Você aparece.',
};
const giro: SupporterTierInfo = {
  ...passinho,
  id: 'b',
  tier: 'giro_completo',
  name: 'Giro Completo',
  amount: 10,
  position: 2,
  benefitTitle: 'Perfil completo',
};
const prata: SponsorTierInfo = {
  ...passinho,
  id: 'c',
  programme: 'sponsor',
  tier: 'prata',
  name: 'Prata',
  amount: 350,
  slots: 3,
  free: 1,
};
const ouro: SponsorTierInfo = {
  ...prata,
  id: 'd',
  tier: 'ouro',
  name: 'Ouro',
  amount: 1325,
  slots: 1,
  free: 0,
};

const draw = () =>
  render(
    <MantineProvider>
      <TeamChat label="Conversar com a equipe" text="Olá!" />
      <SupporterTiers tiers={[passinho, giro]} own="passinho" />
      <SponsorTiers tiers={[prata, ouro]} />
    </MantineProvider>,
  );

describe('contact with the team', () => {
  it('[D139] is a chat with a prepared text, for each tier with free slots', () => {
    env.teamWhatsapp = '5511900000000';
    draw();
    const links = screen.getAllByRole('link').map((link) => new URL(link.getAttribute('href') ?? ''));
    expect(links.map(({ host, pathname }) => `${host}${pathname}`)).toEqual(
      Array(3).fill('wa.me/5511900000000'),
    );
    const names = screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-label') ?? link.textContent);
    expect(names.map((name) => name?.replaceAll('\u00a0', ' '))).toEqual([
      'Conversar com a equipe',
      'Apoiar como Giro Completo, R$ 10 por mês',
      'Patrocinar como Prata, R$ 350 por mês',
    ]);
    expect(links[1]?.searchParams.get('text')).toContain('Giro Completo');
    for (const link of screen.getAllByRole('link')) expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('offers another way to help while no number is configured', () => {
    env.teamWhatsapp = null;
    const { container } = draw();
    expect(screen.queryByRole('link')).toBeNull();
    expect(container.textContent).toContain('Em breve você fala com a equipe');
    expect(screen.getByRole('button', { name: 'Compartilhar' })).toBeTruthy();
  });
});

// «Todos os lugares estão livres:»
// «1 vaga, livre»
it('[T004][D137] tiers list the benefits of the lower ones, and slots what is left', () => {
  env.teamWhatsapp = null;
  draw();
  const card = (name: string) => screen.getByRole('article', { name }).textContent?.replaceAll('\u00a0', ' ');
  expect(card('Passinho')).toContain('Seu apoio');
  expect(card('Giro Completo')).toContain('Seu nome na página');
  expect(card('Giro Completo')).toContain('Perfil completo');
  expect(card('Prata')).toContain('1 de 3 vagas livre');
  expect(card('Ouro')).toContain('R$ 1.325');
  expect(card('Ouro')).toContain('A única vaga está ocupada');
});
