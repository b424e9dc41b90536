import { fold } from '@/lib/text';
import type { TeacherCard } from '../schema';

/**
 * Cards with the searched style first and the others in their order. Cards that have it first already stay the same
 * objects.
 */
export function withStyleFirst(cards: readonly TeacherCard[], style: string): readonly TeacherCard[] {
  const wanted = fold(style);
  if (wanted === '') return cards;
  return cards.map((card) => {
    const found = card.styles.find((one) => fold(one) === wanted);
    if (found === undefined || card.styles[0] === found) return card;
    return { ...card, styles: [found, ...card.styles.filter((one) => one !== found)] };
  });
}
