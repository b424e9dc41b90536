/** Times, places and prices of lessons in Portuguese. Pure. */

import { otherSide, outcomeOf } from '@/db/lessons/lesson-rules';
import type { LessonRow, LessonTerms, RequestSide, TimedTerms } from '@/db/rows/lesson-fields';
import { wallTimeAt, weeksLater } from '@/lib/wall-time';

const WEEKDAYS = ['dom.', 'seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.'];
const LONG_WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];
const MONTHS = [
  'jan.',
  'fev.',
  'mar.',
  'abr.',
  'mai.',
  'jun.',
  'jul.',
  'ago.',
  'set.',
  'out.',
  'nov.',
  'dez.',
];
const DAY = 86_400_000;

/** Of a wall date 'YYYY-MM-DD…'; 0 is Sunday. */
export const weekdayOf = (local: string): number => new Date(`${local.slice(0, 10)}T00:00Z`).getUTCDay();

const dayNumber = (local: string): number => Date.parse(`${local.slice(0, 10)}T00:00Z`) / DAY;

/** 'hoje', 'amanhã', 'ontem', 'qui., 26 de nov.'; with the year where it is another one. `now`: milliseconds since 1970. */
export function dayText(
  { starts_local, zone }: Pick<LessonTerms, 'starts_local' | 'zone'>,
  now: number,
): string {
  const today = wallTimeAt(now, zone);
  const away = dayNumber(starts_local) - dayNumber(today);
  if (away === 0) return 'hoje';
  if (away === 1) return 'amanhã';
  if (away === -1) return 'ontem';
  return dateText(starts_local, today.slice(0, 4));
}

/** 'qui., 26 de nov.'; with the year unless it is `year`. */
export function dateText(local: string, year: string): string {
  const ofYear = local.slice(0, 4) === year ? '' : ` de ${local.slice(0, 4)}`;
  return `${WEEKDAYS[weekdayOf(local)]}, ${Number(local.slice(8, 10))} de ${MONTHS[Number(local.slice(5, 7)) - 1]}${ofYear}`;
}

/** 'Esta semana', 'Próxima semana', 'Semana passada', else 'Semana de 7 a 13 de dez.'; with the year unless it is `year`. */
export function weekText(monday: string, away: number, year: string): string {
  if (away === 0) return 'Esta semana';
  if (away === 1) return 'Próxima semana';
  if (away === -1) return 'Semana passada';
  const last = new Date((dayNumber(monday) + 6) * DAY).toISOString().slice(0, 10);
  const [first, end] = [dayOfMonth(monday), dayOfMonth(last)];
  const month = monday.slice(5, 7) === last.slice(5, 7) ? '' : ` de ${first.month}`;
  const ofYear = last.slice(0, 4) === year ? '' : ` de ${last.slice(0, 4)}`;
  return `Semana de ${first.day}${month} a ${end.day} de ${end.month}${ofYear}`;
}

function dayOfMonth(date: string): { day: number; month: string | undefined } {
  return { day: Number(date.slice(8, 10)), month: MONTHS[Number(date.slice(5, 7)) - 1] };
}

/** ' em 26 de nov.', by the day of `zone`; empty where the time is not known. `now`: milliseconds since 1970. */
export function calledOffText({ called_off_at }: LessonRow, zone: string, now: number): string {
  const time = Date.parse(called_off_at ?? '');
  if (Number.isNaN(time)) return '';
  const local = wallTimeAt(time, zone);
  const year = local.slice(0, 4);
  const { day, month } = dayOfMonth(local);
  return ` em ${day} de ${month}${year === wallTimeAt(now, zone).slice(0, 4) ? '' : ` de ${year}`}`;
}

/** '18:30–19:30' */
export function hoursText({ starts_local, minutes }: Pick<LessonTerms, 'starts_local' | 'minutes'>): string {
  const end = new Date(Date.parse(`${starts_local}Z`) + minutes * 60_000).toISOString().slice(11, 16);
  return `${starts_local.slice(11, 16)}–${end}`;
}

/** 'Qui., 26 de nov., 18:30–19:30' */
export function startText(terms: LessonTerms, now: number): string {
  const text = `${dayText(terms, now)}, ${hoursText(terms)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'toda quinta, 18:30', 'todo sábado, 18:30' */
export function weeklyText({ starts_local }: Pick<LessonTerms, 'starts_local'>): string {
  const day = weekdayOf(starts_local);
  return `${day === 0 || day === 6 ? 'todo' : 'toda'} ${LONG_WEEKDAYS[day]}, ${starts_local.slice(11, 16)}`;
}

/** '1 h', '1 h 30', '45 min' */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest}`;
}

/** 'R$ 120,00' */
export function priceText(cents: number): string {
  const reais = Math.floor(cents / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, '.');
  return `R$ ${reais},${String(cents % 100).padStart(2, '0')}`;
}

/** Centavos from what was typed, as '120', '120,50' or 'R$ 1.200,00'; null for nothing, undefined for no amount. */
export function centsOf(typed: string): number | null | undefined {
  const text = typed.replace(/R\$/i, '').replace(/\s/g, '');
  if (text === '') return null;
  const [, reais, cents] = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(text) ?? [];
  if (reais === undefined) return undefined;
  return Number(reais.replaceAll('.', '')) * 100 + Number((cents ?? '').padEnd(2, '0'));
}

/**
 * Where this phone's clock differs at that time: 'Hora de Manaus; neste aparelho são 19:30.'; null where it shows the
 * same.
 */
export function zoneText(
  { starts_local, starts_at, zone }: Pick<TimedTerms, 'starts_local' | 'starts_at' | 'zone'>,
  own: string,
): string | null {
  const here = wallTimeAt(Date.parse(starts_at), own);
  if (here === starts_local) return null;
  const place = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  const day =
    here.slice(0, 10) === starts_local.slice(0, 10) ? '' : ` de ${dateText(here, starts_local.slice(0, 4))}`;
  const text = `Hora de ${place}; neste aparelho são ${here.slice(11, 16)}${day}`;
  return text.endsWith('.') ? text : `${text}.`;
}

/** 'Você contou que a aula aconteceu', 'Ana contou que você não foi'; null: that side has told nothing. */
export function toldText(lesson: LessonRow, by: RequestSide, other: string): string | null {
  const told = outcomeOf(lesson, by);
  if (told === null) return null;
  const isMine = by === lesson.side;
  const who = isMine ? 'Você' : other;
  if (told === 'held') return `${who} contou que a aula aconteceu.`;
  if (told === `${by}_missed`) return `${who} contou que não foi.`;
  return `${who} contou que ${isMine ? other : 'você'} não foi.`;
}

/** Each side's report of how the lesson went, this person's first. */
export function toldTexts(lesson: LessonRow, other: string): string[] {
  const { side } = lesson;
  return [side, otherSide(side)].flatMap((by) => toldText(lesson, by, other) ?? []);
}

/** The dates of a weekly series, 'qui., 3 de dez.'. */
export function seriesDates(first: string, weeks: number, skipped: readonly number[] = []): string[] {
  return Array.from({ length: weeks }, (_, place) => place)
    .filter((place) => !skipped.includes(place))
    .map((place) => dateText(weeksLater(first, place), first.slice(0, 4)));
}

/** The first and last day of a weekly series: 'de qui., 3 de dez. a qui., 18 de fev. de 2027'. */
export function spanText(first: string, weeks: number): string {
  const year = first.slice(0, 4);
  return `de ${dateText(first, year)} a ${dateText(weeksLater(first, weeks - 1), year)}`;
}
