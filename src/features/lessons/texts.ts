/** Texts about lesson requests. */

import { AT, DAYS, TIMES } from '@/db/rows/availability';
import type { RequestSide, TimedTerms } from '@/db/rows/lesson-fields';
import type { LessonRequestRow, RequestStatus } from '@/db/rows/lesson-rows';
import { daysOffered } from '@/db/words/half-days';
import { spokenStart } from '@/db/words/lesson-words';
import { dateText, localMoment } from '@/lib/date-forms';
import { listed as listedWords } from '@/lib/portuguese';

/** The database's bounds, in characters. */
export const LONGEST = { message: 1000, reason: 500 } as const;

/** In the order of the lists. */
export const STATES = ['Pendente', 'Aceito', 'Recusado', 'Cancelado'] as const satisfies RequestStatus[];

export const GONE = 'Conta encerrada';
export const NAMELESS = 'Professor';

/** 'Segunda, Terça'; 'Qualquer dia' for none. */
export function daysText(days: readonly string[]): string {
  return listed(DAYS, days) || 'Qualquer dia';
}

export function timesText(times: readonly string[]): string {
  return listed(TIMES, times) || 'Qualquer horário';
}

/** 'sábado de manhã e à tarde; segunda e quarta à noite': days with the same times together. */
export function offeredText(slots: readonly string[]): string {
  const days = new Map<string, string[]>();
  for (const { day, times } of daysOffered(slots)) {
    const when = listedWords(times.map((time) => AT[time]));
    days.set(when, [...(days.get(when) ?? []), DAYS[day].toLowerCase()]);
  }
  return [...days].map(([when, names]) => `${listedWords(names)} ${when}`).join('; ');
}

/** In the order of the week, whatever the order of `chosen`. */
function listed(names: Record<string, string>, chosen: readonly string[]): string {
  return Object.entries(names)
    .filter(([key]) => chosen.includes(key))
    .map(([, name]) => name)
    .join(', ');
}

/** Name of the other side. A request that is only on this device may have no name yet. */
export function otherName({ other_name, stored }: { other_name: string | null; stored: boolean }): string {
  return other_name ?? (stored ? GONE : NAMELESS);
}

/** '3 de nov. de 2026, 18:30' by this device's clock; empty for an invalid date. */
export function momentText(iso: string | null): string {
  return dateText(localMoment, iso);
}

/**
 * How the request ended, as the user on `side` reads it. Names the other side only where another teacher accepted: a
 * block ends requests too, and must read like every other end.
 */
export function cancelledByText(row: LessonRequestRow, name: string): string {
  const { cancelled_by, side, is_withdrawn } = row;
  if (is_withdrawn) {
    return side === 'student'
      ? 'Retirado quando outro professor aceitou.'
      : `${name} já encontrou com quem ter aulas. O pedido foi retirado.`;
  }
  if (cancelled_by === null) return 'Encerrado: a outra pessoa saiu do Danceflix.';
  return cancelled_by === side ? 'Você cancelou este pedido.' : 'Este pedido não está mais aberto.';
}

/** How lessons that were agreed ended, as the user on `side` reads it. */
export function endedByText({ ended_by, side }: LessonRequestRow): string {
  return ended_by === side ? 'Você encerrou estas aulas.' : 'Estas aulas foram encerradas.';
}

interface HandOver {
  /** First names. */
  me: string;
  other: string;
  style: string;
  /** The next lesson that is agreed or proposed. */
  lesson: Pick<TimedTerms, 'starts_local' | 'place'> | null;
  request: Pick<LessonRequestRow, 'preferred_days' | 'preferred_times'>;
}

/** The WhatsApp message before the user changes it: who writes, about which lesson, when and where. */
export function handOverText(side: RequestSide, { me, other, style, lesson, request }: HandOver): string {
  const greeting = `Olá, ${other}! Aqui é ${me}, do Danceflix.`;
  if (lesson) {
    const place = lesson.place === null ? 'Em que lugar fica bom?' : `Lugar: ${lesson.place}.`;
    return `${greeting} É sobre nossa aula de ${style}: ${spokenStart(lesson.starts_local)}. ${place}`;
  }
  const { preferred_days, preferred_times } = request;
  const wish = `${daysText(preferred_days)}, ${timesText(preferred_times)}`.toLowerCase();
  return side === 'student'
    ? `${greeting} Você aceitou meu pedido de aulas de ${style} (${wish}). Que dia e que lugar ficam bons para a primeira?`
    : `${greeting} Aceitei seu pedido de aulas de ${style} (${wish}). Que dia e que lugar ficam bons para a primeira?`;
}
