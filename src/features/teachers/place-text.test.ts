import { expect, it } from 'vitest';
import type { PlaceFacts } from './place-facts';
import { placeText } from './place-text';

const SAMBA = { style: 'Samba Rock', city: 'Rio de Janeiro' };
const facts = (more: Partial<PlaceFacts>): PlaceFacts => ({
  ...{ count: 5, neighbourhoods: [], groups: null, evenings: null, weekends: null },
  ...more,
});

it('says how many teach, where, and when, in right Portuguese', () => {
  const text = placeText(
    SAMBA,
    facts({ neighbourhoods: ['Lapa', 'Tijuca'], groups: 1, evenings: 5, weekends: 2 }),
  );
  expect(text.heading).toBe('Samba Rock no Rio de Janeiro: 5 professores particulares');
  expect(text.sentences).toEqual([
    'São 5 professores particulares de Samba Rock no Rio de Janeiro, nos bairros Lapa e Tijuca.',
    '1 dos 5 dá aulas em grupo.',
    'Todos têm horário à noite.',
    '2 dos 5 têm horário no fim de semana.',
  ]);
});

it('says nothing about what is unknown or nobody offers', () => {
  expect(placeText(SAMBA, facts({ groups: 0 })).sentences).toHaveLength(1);
  const one = placeText(SAMBA, facts({ count: 1, neighbourhoods: ['Lapa'], weekends: 1 }));
  expect(one.sentences).toEqual([
    'Há 1 professor particular de Samba Rock no Rio de Janeiro, no bairro Lapa.',
    'Tem horário no fim de semana.',
  ]);
});

it('names six neighbourhoods at most', () => {
  const neighbourhoods = Array.from({ length: 8 }, (_, n) => `Bairro ${n}`);
  expect(placeText(SAMBA, facts({ neighbourhoods })).sentences[0]).toMatch(/Bairro 5 e em outros 2\.$/);
});
