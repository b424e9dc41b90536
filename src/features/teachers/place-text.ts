/** Title, description, heading and sentences of the page for one style in one city, from facts alone. */
import { inPlace, listed } from '@/lib/portuguese';
import type { Place, PlaceFacts } from './place-facts';

export interface PlaceText {
  title: string;
  description: string;
  heading: string;
  /** Sentences in reading order; the first is the lead. */
  sentences: [string, ...string[]];
}

/** Neighbourhoods that a sentence names. */
const NAMED = 6;

const teachers = (count: number) =>
  count === 1 ? '1 professor particular' : `${count} professores particulares`;

export function placeText({ style, city }: Place, facts: PlaceFacts): PlaceText {
  const there = inPlace(city);
  const { count, neighbourhoods } = facts;
  const where = neighbourhoodsText(neighbourhoods);
  return {
    title: `Aulas particulares de ${style} ${there}`,
    description: `${teachers(count)} de ${style} ${there}${where}. Veja perfis e avaliações e combine a aula direto, sem taxa.`,
    heading: `${style} ${there}: ${teachers(count)}`,
    sentences: [
      `${count === 1 ? 'Há' : 'São'} ${teachers(count)} de ${style} ${there}${where}.`,
      ...[
        offerText(facts.groups, count, 'dá aulas em grupo', 'dão aulas em grupo'),
        offerText(facts.evenings, count, 'tem horário à noite', 'têm horário à noite'),
        offerText(facts.weekends, count, 'tem horário no fim de semana', 'têm horário no fim de semana'),
      ].filter((sentence) => sentence !== null),
    ],
  };
}

function neighbourhoodsText(names: readonly string[]): string {
  if (names.length === 0) return '';
  if (names.length === 1) return `, no bairro ${names[0]}`;
  const shown = names.slice(0, NAMED);
  return names.length > shown.length
    ? `, nos bairros ${shown.join(', ')} e em outros ${names.length - shown.length}`
    : `, nos bairros ${listed(shown)}`;
}

/** '2 dos 5 também …'; null for none and where it is unknown. */
function offerText(some: number | null, count: number, one: string, more: string): string | null {
  if (some === null || some === 0) return null;
  if (count === 1) return `${one.charAt(0).toUpperCase()}${one.slice(1)}.`;
  if (some === count) return `Todos ${more}.`;
  return some === 1 ? `1 dos ${count} ${one}.` : `${some} dos ${count} ${more}.`;
}
