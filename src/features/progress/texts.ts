import { ratingInWords } from '@matching/rating.ts';
import { average, type StarCounts } from './progress';

const month = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const firstOf = (key: string) => new Date(`${key}-01T00:00:00Z`);

/** 'nov' of '2026-11'. */
export const monthLabel = (key: string) => month.format(firstOf(key)).replace('.', '');

/** 'novembro de 2026'. */
export const monthName = (key: string) => whole.format(firstOf(key));

export const weeksText = (count: number) => (count === 1 ? '1 semana' : `${count} semanas`);
export const lessonsText = (count: number) => (count === 1 ? '1 aula' : `${count} aulas`);

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
