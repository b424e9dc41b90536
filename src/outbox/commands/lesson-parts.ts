/** The parts that the kinds of writes about lessons have in common. */

import { isMeant, type Ruling } from '@/db/lessons/lesson-rules';
import { LESSON_SCOPES, type LessonRow, type NamedLesson } from '@/db/rows/lesson-fields';
import type { Href } from '@/lib/paths';
import type { Ack, Command, Entity } from '../command';
import type { Held } from '../kind';
import type { Shapes } from '../shapes';

export const namedShape = (z: Shapes) => ({
  lessonId: z.string(),
  requestId: z.string(),
  /** Null outside of a series. */
  seriesId: z.nullable(z.string()),
  index: z.nullable(z.number()),
});

export const scopedShape = (z: Shapes) => ({ ...namedShape(z), scope: z.oneOf(LESSON_SCOPES) });

export const termsShape = (z: Shapes) =>
  z.object({
    starts_local: z.string(),
    zone: z.string(),
    minutes: z.number(),
    place: z.nullable(z.string()),
    price_cents: z.nullable(z.number()),
  });

type Scoped = NamedLesson & { scope: (typeof LESSON_SCOPES)[number] };

/** The row after a ruling; unchanged where the server would refuse, or where the command is about other lessons. */
export function ruled<R extends LessonRow>(
  row: R,
  { payload, createdAt }: Command<Scoped>,
  rule: (row: R, now: number) => Ruling<R>,
): R {
  if (!isMeant(row, payload, createdAt)) return row;
  const ruling = rule(row, createdAt);
  return typeof ruling === 'string' ? row : ruling;
}

/** Its row may come from a proposal that waits in this queue. */
export const lessonParents = ({ lessonId, seriesId }: NamedLesson): Entity[] => [
  { table: 'lessons', id: seriesId ?? lessonId },
];

/** Whether every lesson that the command was about is here in its version or a later one. */
export function holdsLessons(
  named: readonly string[],
  { version, answer }: Ack,
  { lessons }: Pick<Held, 'lessons'>,
): boolean {
  if (lessons === null || version === null) return false;
  const touched = Array.isArray(answer.lesson_ids) ? (answer.lesson_ids as unknown[]) : named;
  return touched.every((id) => typeof id === 'string' && (lessons.get(id) ?? 0) >= version);
}

export const lessonCaughtUp = ({ payload }: Command<NamedLesson>, ack: Ack, held: Held): boolean =>
  holdsLessons([payload.lessonId], ack, held);

export const lessonEditPath = (
  { payload }: Command<{ requestId: string }>,
  role: string | null | undefined,
): Href | null =>
  role === 'student' || role === 'teacher' ? `/${role}/requests/${payload.requestId}` : null;

export const GONE = {
  lesson_unknown: 'Esta aula não existe mais.',
  request_unknown: 'Este pedido não existe mais.',
  lesson_over: 'Esta aula já tinha terminado ou sido cancelada quando o envio chegou.',
} as const;

export const STARTED = 'A hora combinada já tinha passado quando o envio chegou. Conte se a aula aconteceu.';
export const PASSED = 'O horário proposto já tinha passado quando o envio chegou. Proponha outro.';
export const CHANGED =
  'A proposta mudou antes de o envio chegar: foi trocada, retirada ou confirmada. Veja como está agora.';

export const UNCHECKED =
  'Estas aulas são para menor, e os antecedentes de quem ensina não estão conferidos agora. Envie de novo depois da conferência.';

export const TERMS_REFUSED = {
  '': 'Um valor não foi aceito. Confira a proposta e envie de novo.',
  starts_local: 'Escolha um dia e uma hora que existam, em até dois anos.',
  zone: 'O fuso horário deste aparelho não é conhecido. Confira as configurações do aparelho.',
  minutes: 'Uma aula dura de 15 minutos a 8 horas.',
  place: 'O local pode ter até 200 caracteres.',
  price_cents: 'O valor vai até R$ 10.000,00.',
} as const;
