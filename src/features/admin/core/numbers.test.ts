import { expect, it } from 'vitest';
import { parseAmount, requestCounts } from './numbers';

it.each([
  ['10', 10],
  ['0,5', 0.5],
  ['0.5', 0.5],
  ['1.234,50', 1234.5],
  ['1.234', 1234],
  ['1234.56', 1234.56],
  ['R$ 63,00', 63],
  ['', null],
  ['dez', null],
  ['-1', null],
  ['1,234,5', null],
])('reads the amount %j', (text, value) => expect(parseAmount(text)).toBe(value));

it('describes the numbers of requests by state', () => {
  expect(requestCounts({ Pendente: 0, Aceito: 1, Recusado: 3000, Cancelado: 2 })).toEqual([
    '0 pendentes',
    '1 aceito',
    '3.000 recusados',
    '2 cancelados',
  ]);
});
