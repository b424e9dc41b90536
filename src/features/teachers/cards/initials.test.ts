import { describe, expect, it } from 'vitest';
import { GRADIENTS, gradientOf, initialsOf } from './portrait';

describe('initials', () => {
  it.each([
    ['Marina Couto', 'MC'],
    ['João de Aquino dos Santos', 'JS'],
    ['álvaro', 'Á'],
    ['  Lívia   Sanches ', 'LS'],
    ['', ''],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('gradient', () => {
  it('is the same for the same person, and all gradients occur', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `teacher-${index}`);
    const chosen = ids.map(gradientOf);
    expect(ids.map(gradientOf)).toEqual(chosen);
    expect(new Set(chosen).size).toBe(GRADIENTS);
  });
});
