import { expect, it } from 'vitest';
import { repliesText, replyTimeText } from './response-text';

it.each([
  [null, null],
  [3, 'Em geral responde em até 3 horas.'],
  [14, 'Em geral responde em até 1 dia.'],
  // A bound that only a later release knows.
  [7, null],
])('the usual time of %s waking hours', (hours, text) => {
  expect(replyTimeText(hours)).toBe(text);
});

it.each([
  [10, 'Responde no prazo a todos os pedidos.'],
  [9, 'Responde no prazo a 9 de cada 10 pedidos.'],
  [2, 'Responde no prazo a 2 de cada 10 pedidos.'],
  [0, 'Responde no prazo a menos de 2 de cada 10 pedidos.'],
])('answers in time to %d of ten', (tenths, text) => {
  expect(repliesText(tenths)).toBe(text);
});
