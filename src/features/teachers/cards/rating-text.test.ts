import { ratingInWords } from '@matching/rating.ts';
import { describe, expect, it } from 'vitest';
import { countRatings, ratingText } from './rating';

describe('rating text', () => {
  it.each([
    [5, 'Excelente! Muito bem avaliado'],
    [4.5, 'Excelente! Muito bem avaliado'],
    [4.49, 'Muito bom! Bem avaliado'],
    [4, 'Muito bom! Bem avaliado'],
    [3.99, 'Bom! Avaliação positiva'],
    [3.5, 'Bom! Avaliação positiva'],
    [3.49, 'Regular. Pode melhorar'],
    [3, 'Regular. Pode melhorar'],
    [2.99, 'Precisa melhorar'],
    [1, 'Precisa melhorar'],
  ])('[B278][B279][B280][B281][B282] says of an average of %s: %s', (average, text) => {
    expect(ratingText(average)).toBe(text);
  });

  it('gives no verdict without ratings', () => {
    expect(ratingText(null)).toBe('Ainda sem avaliações');
  });

  it('writes numbers the Brazilian way', () => {
    expect(ratingInWords(4.75, 4)).toBe('4,8');
    expect(ratingInWords(5, 1)).toBe('5,0');
    // 189 stars by 39 people are 4.846, stored as 4.85.
    expect(ratingInWords(4.85, 39)).toBe('4,8');
    expect(ratingInWords(189 / 39, 39)).toBe('4,8');
    expect(ratingInWords(4.85, 20)).toBe('4,9');
    expect(countRatings(1)).toBe('1 avaliação');
    expect(countRatings(1234)).toBe('1.234 avaliações');
  });
});
