import { describe, expect, it } from 'vitest';
import { countRatings, formatAverage, ratingText } from './rating-text';

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

  it('judges nobody who was never rated', () => {
    expect(ratingText(null)).toBe('Ainda sem avaliações');
  });

  it('writes numbers the Brazilian way', () => {
    expect(formatAverage(4.75)).toBe('4,8');
    expect(formatAverage(5)).toBe('5,0');
    expect(countRatings(1)).toBe('1 avaliação');
    expect(countRatings(1234)).toBe('1.234 avaliações');
  });
});
