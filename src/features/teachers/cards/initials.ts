import { textHash } from '@/lib/text-hash';

const PARTICLES = new Set(['da', 'das', 'de', 'do', 'dos', 'e']);

/** Number of gradients in portrait.module.css. */
export const GRADIENTS = 6;

/** 'MC' for 'Marina Couto', 'A' for 'Álvaro': first letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !PARTICLES.has(word.toLowerCase()));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase('pt-BR') ?? '').join('');
}

/** The gradient of an id: always the same, evenly distributed. */
export function gradientOf(id: string): number {
  return textHash(id) % GRADIENTS;
}
