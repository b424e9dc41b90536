import { expect, it } from 'vitest';
import { offeredText } from './texts';

it.each([
  [[], ''],
  [['sabado-manha'], 'sábado de manhã'],
  [['domingo-noite', 'sabado-noite', 'sabado-manha', 'domingo-manha'], 'sábado e domingo de manhã e à noite'],
  [
    ['segunda-noite', 'quarta-noite', 'sexta-noite', 'sabado-manha', 'sabado-tarde'],
    'segunda, quarta e sexta à noite; sábado de manhã e à tarde',
  ],
])('days with the same times are said together: %j', (slots, text) => {
  expect(offeredText(slots)).toBe(text);
});
