import { expect, it } from 'vitest';
import { handOverText, offeredText } from './texts';

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

it.each([
  [
    'student',
    { starts_local: '2027-01-07T18:30', place: 'Estúdio Compasso' },
    'Olá, Marina! Aqui é Ana, do Danceflix. É sobre nossa aula de Forró: quinta, 07/01, às 18:30. Lugar: Estúdio Compasso.',
  ],
  [
    'teacher',
    { starts_local: '2027-01-07T18:30', place: null },
    'Olá, Marina! Aqui é Ana, do Danceflix. É sobre nossa aula de Forró: quinta, 07/01, às 18:30. Em que lugar fica bom?',
  ],
  [
    'student',
    null,
    'Olá, Marina! Aqui é Ana, do Danceflix. Você aceitou meu pedido de aulas de Forró (terça, quinta, noite). Que dia e que lugar ficam bons para a primeira?',
  ],
  [
    'teacher',
    null,
    'Olá, Marina! Aqui é Ana, do Danceflix. Aceitei seu pedido de aulas de Forró (terça, quinta, noite). Que dia e que lugar ficam bons para a primeira?',
  ],
] as const)('the message of the %s names both, the day and the place', (side, lesson, text) => {
  const request = { preferred_days: ['terca', 'quinta'], preferred_times: ['noite'] };
  expect(handOverText(side, { me: 'Ana', other: 'Marina', style: 'Forró', lesson, request })).toBe(text);
});
