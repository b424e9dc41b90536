/** Describes in a few words, from the rows on this phone, the server's present row that a write is about. */

import type { PrivateRows } from '@/db/memory/private-store';
import type { LessonStatus } from '@/db/rows/lesson-fields';
import type { RequestStatus } from '@/db/rows/lesson-rows';
import { fieldsOf, isText } from '@/lib/stored';
import type { RawCommand } from '@/outbox/command';

const REQUEST: Record<RequestStatus, string> = {
  Pendente: 'o pedido espera resposta',
  Aceito: 'o pedido está aceito',
  Recusado: 'o pedido está recusado',
  Cancelado: 'o pedido está cancelado',
};

const LESSON: Record<LessonStatus, string> = {
  proposed: 'a aula está proposta',
  confirmed: 'a aula está confirmada',
  held: 'a aula aconteceu',
  missed: 'a aula não aconteceu',
  called_off: 'a aula está cancelada',
};

type Rows = Pick<PrivateRows, 'lessonRequests' | 'lessons'>;

/** Null where this phone cannot tell. The lesson comes before its request, because a write on it names both. */
export function heldOf({ entity, payload }: Pick<RawCommand, 'entity' | 'payload'>, rows: Rows | null) {
  const { lessonId, requestId } = fieldsOf(payload);
  const idIn = (table: string, named: unknown) =>
    isText(named) ? named : entity.table === table ? entity.id : null;
  const ofLesson = idIn('lessons', lessonId);
  const lesson = rows?.lessons.find(({ id }) => id === ofLesson);
  if (lesson) return LESSON[lesson.status];
  const ofRequest = idIn('lesson_requests', requestId);
  const request = rows?.lessonRequests.find(({ id }) => id === ofRequest);
  if (!request) return null;
  return request.ended_at ? 'as aulas deste pedido estão encerradas' : REQUEST[request.status];
}
