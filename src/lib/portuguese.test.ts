import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grouped, inPlace, listed, monthOf } from './portuguese';

const number = new Intl.NumberFormat('pt-BR');
const list = new Intl.ListFormat('pt-BR', { style: 'long', type: 'conjunction' });
const month = new Intl.DateTimeFormat('pt-BR', {
  month: 'long',
  year: 'numeric',
  timeZone: 'America/Sao_Paulo',
});

test('numbers, lists and months equal those of the browser’s own formatters', () => {
  fc.assert(
    fc.property(fc.integer(), (whole) => {
      expect(grouped(whole)).toBe(number.format(whole));
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      expect(listed(words)).toBe(list.format(words));
    }),
  );
  const since2020 = fc.date({
    min: new Date('2020-01-01T03:00:00Z'),
    max: new Date('2090-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(since2020, (date) => {
      expect(monthOf(date)).toBe(month.format(date));
    }),
  );
});

test.each([
  ['Rio de Janeiro', 'no Rio de Janeiro'],
  ['Recife', 'no Recife'],
  ['Bahia', 'na Bahia'],
  ['Espírito Santo', 'no Espírito Santo'],
  ['Vitória', 'em Vitória'],
  ['São Paulo', 'em São Paulo'],
  ['Rio Branco', 'em Rio Branco'],
  ['Minas Gerais', 'em Minas Gerais'],
])('%s takes its preposition: %s', (name, text) => expect(inPlace(name)).toBe(text));
