import { filterText } from '@/db/words/half-day-words';

/** The person's wishes, as far as this phone knows; empty texts where it does not. */
export interface Sought {
  /** Name of a style that the teacher teaches. */
  style: string;
  goal: string;
  /** A day, a time or both, as 'sabado-manha'. */
  when: string;
}

export const NOTHING_SOUGHT: Sought = { style: '', goal: '', when: '' };

/** Characters of the goal in a message. */
const LONGEST_GOAL = 200;

/** The WhatsApp message before the student changes it. */
export function firstMessage(teacherName: string, { style, goal, when }: Sought = NOTHING_SOUGHT): string {
  const about = style === '' ? 'suas aulas de dança' : `suas aulas de ${style}`;
  return [
    `Olá, ${teacherName}! Vi seu perfil no Danceflix e quero saber mais sobre ${about}.`,
    ...(when === '' ? [] : [`Para mim é bom: ${filterText(when).toLowerCase()}.`]),
    ...(goal.trim() === '' ? [] : [`Meu objetivo: ${clip(goal.trim())}`]),
  ].join(' ');
}

function clip(text: string): string {
  const letters = Array.from(text.replace(/\s+/g, ' '));
  return letters.length <= LONGEST_GOAL ? letters.join('') : `${letters.slice(0, LONGEST_GOAL).join('')}…`;
}

/** Advice about a teacher without a WhatsApp number. */
export function contactWithoutWhatsapp(hasInstagram: boolean): string {
  return hasInstagram
    ? 'Este professor não publicou um WhatsApp. Fale com ele pelo Instagram.'
    : 'Este professor ainda não publicou um contato. Peça uma aula: a resposta chega pelo Danceflix.';
}
