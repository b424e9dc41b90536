import { expect, it } from 'vitest';
import { firstMessage } from './contact-text';

it('is the plain greeting while nothing is known of what the person seeks', () => {
  expect(firstMessage('Ana')).toBe(
    'Olá, Ana! Vi seu perfil no Danceflix e quero saber mais sobre suas aulas de dança.',
  );
});

it('carries style, days and goal', () => {
  const text = firstMessage('Ana', { style: 'Zouk', when: 'sabado-manha', goal: ' Dançar no\n casamento ' });
  expect(text).toBe(
    'Olá, Ana! Vi seu perfil no Danceflix e quero saber mais sobre suas aulas de Zouk. Para mim é bom: sábado de manhã. Meu objetivo: Dançar no casamento',
  );
});

it('cuts a long goal between letters', () => {
  const text = firstMessage('Ana', { style: '', when: '', goal: '💃'.repeat(300) });
  expect(text.endsWith(`${'💃'.repeat(200)}…`)).toBe(true);
});
