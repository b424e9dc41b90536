import { expect, it } from 'vitest';
import { FAQ, faqData, searchFaq, slugOf } from './entries';

it('[B224] leaves items with an empty question or answer out of the structured data', () => {
  const data = faqData([
    { question: 'Quanto custa?', answer: 'Depende.' },
    { question: '  ', answer: 'Ninguém perguntou.' },
    { question: 'E agora?', answer: '' },
  ]);
  expect(data).toMatchObject({ '@type': 'FAQPage' });
  expect(Reflect.get(data, 'mainEntity')).toEqual([
    {
      '@type': 'Question',
      name: 'Quanto custa?',
      acceptedAnswer: { '@type': 'Answer', text: 'Depende.' },
    },
  ]);
});

it('gives every question its own URL fragment', () => {
  expect(slugOf('Existe aplicativo para celular?')).toBe('existe-aplicativo-para-celular');
  expect(new Set(FAQ.map(({ slug }) => slug)).size).toBe(15);
});

it('finds by words of question and answer in any order, ignoring accents and case', () => {
  expect(searchFaq(FAQ, 'PREÇO professor').map(({ slug }) => slug)).toContain('quanto-custa-uma-aula');
  expect(searchFaq(FAQ, 'comissao')).toHaveLength(1);
  expect(searchFaq(FAQ, 'zzz')).toEqual([]);
  expect(searchFaq(FAQ, ' ')).toHaveLength(15);
});
