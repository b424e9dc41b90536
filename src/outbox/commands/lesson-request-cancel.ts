import type { Command } from '../command';
import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) => z.object({ requestId: z.string(), reason: z.nullable(z.string()) });

export type LessonRequestCancel = PayloadIn<typeof schema>;

/** Milliseconds. */
const SETTLED_AFTER = 7 * 24 * 3_600_000;

interface Settling {
  status: string;
  answered_at: string | null;
  /** The time of its first lesson that was held, missed or agreed; milliseconds since 1970. */
  firstLessonAt?: number;
}

/**
 * Whether lessons end instead of being cancelled: they were agreed long ago, or the time of one has come (app.is_settled).
 * `at`: milliseconds since 1970.
 */
export function isSettled(
  { status, answered_at, firstLessonAt = Number.POSITIVE_INFINITY }: Settling,
  at: number,
): boolean {
  return status === 'Aceito' && (firstLessonAt <= at || at - Date.parse(answered_at ?? '') >= SETTLED_AFTER);
}

interface Cancelled<S> extends Settling {
  side: S;
  reason: string | null;
  cancelled_at: string | null;
  cancelled_by: S | null;
  ended_at?: string | null;
  ended_by?: S | null;
  other_whatsapp: string | null;
  other_email: string | null;
}

export const lessonRequestCancel = {
  kind: 'lesson_request.cancel' as const,
  version: 1,
  schema,
  table: 'lesson_requests',
  procedure: 'cancel_lesson_request',
  args: ({ id, payload, base }) => ({
    command_id: id,
    request_id: payload.requestId,
    reason: payload.reason,
    base_version: base,
  }),
  label: 'Cancelamento de um pedido de aula',
  summary: ({ reason }) => reason,
  creates: false,
  parents: ({ requestId }) => [{ table: 'lesson_requests', id: requestId }],
  /** Only an open request can be cancelled, and one that was agreed long ago ends; after that neither side sees the other's contact. */
  apply: <S, R extends Cancelled<S>>(
    row: R & Cancelled<S>,
    { payload, createdAt }: Command<LessonRequestCancel>,
  ) => {
    if ((row.status !== 'Pendente' && row.status !== 'Aceito') || row.ended_at) return row;
    const at = new Date(createdAt).toISOString();
    const ended = { ...row, reason: payload.reason, other_whatsapp: null, other_email: null };
    return isSettled(row, createdAt)
      ? { ...ended, ended_at: at, ended_by: row.side }
      : { ...ended, status: 'Cancelado' as const, cancelled_at: at, cancelled_by: row.side };
  },
  comesWith: 'own',
  collection: 'lesson_requests',
  caughtUp: ({ entity }, ack, { requests }) => hasReached(requests?.get(entity.id), ack),
  refusals: {
    request_unknown: 'Este pedido não existe mais.',
    request_cancelled: {
      '': 'Este pedido já estava cancelado.',
      theirs: 'A outra pessoa já tinha encerrado este pedido.',
      Aceito: 'Estas aulas já estavam encerradas.',
    },
    already_answered: 'O pedido foi recusado antes de o cancelamento chegar.',
    profile_missing: 'Seu cadastro ainda não está completo, ou a outra conta foi encerrada.',
    invalid_value: 'O motivo não foi aceito. Confira o texto e cancele de novo.',
  },
  final: ['request_unknown', 'request_cancelled', 'already_answered', 'invalid_value'],
  editPath: ({ entity }, role) =>
    role === 'student' || role === 'teacher' ? `/${role}/requests/${entity.id}` : null,
} satisfies Kind<LessonRequestCancel>;
