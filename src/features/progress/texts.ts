import { ratingInWords } from '@matching/rating.ts';
import { average, type OpenLessons, type StarCounts } from './progress';

const month = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const firstOf = (key: string) => new Date(`${key}-01T00:00:00Z`);

/** 'nov' of '2026-11'. */
export const monthLabel = (key: string) => month.format(firstOf(key)).replace('.', '');

/** 'novembro de 2026'. */
export const monthName = (key: string) => whole.format(firstOf(key));

export const weeksText = (count: number) => (count === 1 ? '1 semana' : `${count} semanas`);
export const lessonsText = (count: number) => (count === 1 ? '1 aula' : `${count} aulas`);

/** '12 h', '1 h 30', '45 min'. */
export function hoursText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`;
}

const wasText = (count: number) => (count === 1 ? 'como foi 1 aula' : `como foram ${count} aulas`);

/** Why lessons that have begun do not count yet, one sentence per reason. `who`: the other side, 'o professor'. */
export function openLessonsTexts({ own, other, contradictory }: OpenLessons, who: string): string[] {
  return [
    own > 0 ? `Falta você contar ${wasText(own)}.` : '',
    other > 0 ? `Falta ${who} contar ${wasText(other)}.` : '',
    contradictory > 0 ? `Vocês contaram coisas diferentes sobre ${lessonsText(contradictory)}.` : '',
  ].filter(Boolean);
}

/** The average as '4,8'; '—' without ratings. */
export function averageText(counts: StarCounts): string {
  const value = average(counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return value === null ? '—' : ratingInWords(value, total);
}

export function streakText({
  current,
  longest,
  thisWeek,
}: {
  current: number;
  longest: number;
  thisWeek: boolean;
}) {
  if (current === 0) {
    return longest > 0
      ? `Sua melhor sequência foi de ${weeksText(longest)}. Peça uma aula e comece outra!`
      : 'Peça uma aula e comece sua sequência.';
  }
  const best = longest > current ? ` Seu recorde é de ${weeksText(longest)}.` : '';
  return thisWeek
    ? `Esta semana já conta.${best}`
    : `Peça, combine ou avalie uma aula até domingo para não perder a sequência.${best}`;
}
