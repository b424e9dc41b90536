import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { env } from '@/lib/env';
import { PromotionCard } from './promotion-card';

const configured = env.teamWhatsapp;
afterEach(() => {
  cleanup();
  env.teamWhatsapp = configured;
});

function draw(): void {
  render(
    <MantineProvider>
      <MemoryRouter>
        <PromotionCard />
      </MemoryRouter>
    </MantineProvider>,
  );
}

it('[B161][B162][B163] names its three offers', () => {
  draw();
  const offers = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(offers).toHaveLength(3);
  expect(offers[0]).toMatch(/carrossel da página inicial/);
  expect(offers[1]).toMatch(/por semana nas redes sociais/);
  expect(offers[2]).toMatch(/Menção oficial no perfil/);
});

it('[B164] leads to the campaign', () => {
  draw();
  expect(screen.getByRole('link', { name: 'Ver a campanha' }).getAttribute('href')).toBe('/campanha');
});

it('[B165] opens a chat with the team, or says that no number is configured', () => {
  env.teamWhatsapp = '5511900000000';
  draw();
  const chat = new URL(
    screen.getByRole('link', { name: /Conversar com a equipe/ }).getAttribute('href') ?? '',
  );
  expect(chat.host + chat.pathname).toBe('wa.me/5511900000000');
  cleanup();
  env.teamWhatsapp = null;
  draw();
  expect(screen.queryByRole('link', { name: /Conversar/ })).toBeNull();
  expect(screen.getByText(/Em breve você fala com a equipe/)).toBeTruthy();
});
