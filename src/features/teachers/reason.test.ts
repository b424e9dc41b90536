import { expect, it } from 'vitest';
import { reasonOf } from './reason';
import type { SearchFilters } from './schema';

const none = { name: '', style: '', city: '', page: 1 };
const where = { neighborhood: 'Jucutuquara' };

it.each<[Parameters<typeof reasonOf>[0], Partial<SearchFilters>, string | null]>([
  [
    ['area', 'when'],
    { area: 'jucu', when: 'terca-noite' },
    'Ensina em Jucutuquara, tem horário na terça à noite',
  ],
  [['when'], { when: 'sabado' }, 'Tem horário no sábado'],
  [['when'], { when: 'sabado-manha.noite' }, 'Tem um dos seus horários'],
  [['when'], { when: 'noite.terca-tarde' }, 'Tem um dos seus horários'],
  [['when'], { when: 'Noite.' }, 'Tem horário à noite'],
  [['when'], { when: 'feriado.sabado' }, 'Tem horário no sábado'],
  [['when'], { when: 'manha' }, 'Tem horário de manhã'],
  [['level'], { level: 'Avançado', place: 'casa' }, 'Ensina avançados, vai até você'],
  [
    [],
    { couples: 'sim', access: 'sim', check: 'referencias' },
    'Aceita casais, tem lugar acessível, referências conferidas',
  ],
  [[], { area: 'jucu', when: 'sexta' }, null],
  [[], { place: 'constructor', check: '__proto__' }, null],
  [[], { style: 'Forró', city: 'Vitória', name: 'a' }, null],
])('%j of %j is said as %j', (fits, some, text) => {
  expect(reasonOf(fits, where, { ...none, ...some }, false)).toBe(text);
});

it('says that a name is similar', () => {
  expect(reasonOf(['area'], where, { ...none, name: 'x', area: 'jucu' }, true)).toBe(
    'Nome parecido, ensina em Jucutuquara',
  );
});
