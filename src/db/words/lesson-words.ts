/** The state of a lesson in Portuguese, as one of its two sides reads it. Pure. */

import {
  areContradictory,
  hasEnded,
  hasLapsed,
  hasStarted,
  otherSide,
  outcomeOf,
  toAct,
} from '@/db/lessons/lesson-rules';
import type { LessonRow, RequestSide } from '@/db/rows/lesson-fields';

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];

/** 'quinta, 03/12, às 18:30', as notifications say it, of a wall time. */
export function spokenStart(local: string): string {
  const day = new Date(`${local.slice(0, 10)}T00:00Z`).getUTCDay();
  return `${WEEKDAYS[day]}, ${local.slice(8, 10)}/${local.slice(5, 7)}, às ${local.slice(11, 16)}`;
}

const BY: Record<RequestSide, string> = { student: 'pelo aluno', teacher: 'pelo professor' };

/** The lesson's state in a few words. `now`: milliseconds since 1970. */
export function lessonWords(row: LessonRow, now: number): string {
  const { status, side } = row;
  if (status === 'held') return 'Aconteceu';
  if (status === 'missed') return missedWords(row);
  if (status === 'called_off') {
    if (row.called_off_by === null) return 'Cancelada';
    if (row.called_off_by === 'both') return 'Cancelada por vocês dois';
    return row.called_off_by === side ? 'Cancelada por você' : `Cancelada ${BY[row.called_off_by]}`;
  }
  if (status === 'confirmed' && hasStarted(row, now)) return outcomeWords(row, now);
  if (hasLapsed(row, now)) return 'Venceu sem confirmação';
  const isMine = toAct(row, now) === side;
  if (status === 'confirmed') {
    if (row.proposed_last === null) return 'Confirmada';
    return isMine
      ? 'Confirmada, com mudança para você responder'
      : 'Confirmada, com mudança proposta por você';
  }
  const isCrossed = row.student_proposal !== null && row.teacher_proposal !== null;
  if (isCrossed) return isMine ? 'Duas propostas: responda' : 'Duas propostas: aguardando resposta';
  return isMine ? 'Proposta para você responder' : 'Aguardando resposta';
}

function missedWords({ student_outcome, teacher_outcome }: LessonRow): string {
  return (student_outcome ?? teacher_outcome) === 'student_missed' ? 'O aluno faltou' : 'O professor faltou';
}

function outcomeWords(row: LessonRow, now: number): string {
  if (areContradictory(row)) return 'Vocês contaram coisas diferentes';
  if (outcomeOf(row, row.side) !== null) return 'Aguardando o que a outra pessoa conta';
  if (outcomeOf(row, otherSide(row.side)) !== null) return 'Conte você também como foi';
  if (!hasEnded(row, now)) return 'Em andamento';
  return toAct(row, now) === null ? 'Sem registro de como foi' : 'Conte como foi';
}
