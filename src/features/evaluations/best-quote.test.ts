import { expect, it } from 'vitest';
import { RECEIVED } from '../../../tests/support/row-samples';
import { bestQuote } from './best-quote';
import type { ReceivedEvaluation } from './received';

const one = (part: Partial<ReceivedEvaluation>): ReceivedEvaluation => ({
  ...RECEIVED,
  comment: 'Aprendi a ouvir a música antes de dançar.',
  authorName: 'Bia Souza',
  isAnonymous: false,
  month: '2026-03-01',
  ...part,
});

it('is the newest of the best rated comments, with the author’s first name', () => {
  expect(
    bestQuote([
      one({ rating: 4, month: '2026-10-01' }),
      one({ comment: null, month: '2026-11-01' }),
      one({ month: '2026-01-01' }),
      one({ comment: 'Paciente e muito divertida!', month: '2026-05-01', authorName: 'Caio' }),
    ]),
  ).toEqual({ text: 'Paciente e muito divertida!', author: 'Caio', month: '2026-05-01' });
  expect(bestQuote([one({})])?.author).toBe('Bia');
  expect(bestQuote([one({ authorName: null, isAnonymous: true })])?.author).toBeNull();
});

it('is none without a good comment', () => {
  expect(bestQuote([])).toBeNull();
  expect(
    bestQuote([one({ rating: 3 }), one({ comment: null }), one({ comment: '   ' }), one({ comment: 'Top' })]),
  ).toBeNull();
});

it('takes whole sentences of a long comment, or ends between words', () => {
  const long = `Aulas ótimas, sempre no horário. ${'E ainda sobra tempo para dançar junto. '.repeat(5)}`;
  expect(bestQuote([one({ comment: long })])?.text).toBe(
    'Aulas ótimas, sempre no horário. E ainda sobra tempo para dançar junto. E ainda sobra tempo para dançar junto.',
  );
  const endless = bestQuote([one({ comment: 'palavra '.repeat(40) })])?.text ?? '';
  expect(endless).toMatch(/^(palavra )+palavra…$/);
  expect(endless.length).toBeLessThanOrEqual(121);
});
