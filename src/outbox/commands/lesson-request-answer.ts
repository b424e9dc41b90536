import type { Command } from '../command';
import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) =>
  z.object({
    requestId: z.string(),
    answer: z.oneOf(['accept', 'decline']),
    reason: z.nullable(z.string()),
  });

export type LessonRequestAnswer = PayloadIn<typeof schema>;

interface Answered {
  status: string;
  answered_at: string | null;
  reason: string | null;
}

export const lessonRequestAnswer = {
  kind: 'lesson_request.answer' as const,
  version: 1,
  schema,
  table: 'lesson_requests',
  procedure: 'answer_lesson_request',
  args: ({ id, payload, base }) => ({
    command_id: id,
    request_id: payload.requestId,
    answer: payload.answer,
    reason: payload.reason,
    base_version: base,
  }),
  label: 'Resposta a um pedido de aula',
  summary: ({ answer }) => (answer === 'accept' ? 'Aceitar' : 'Recusar'),
  creates: false,
  parents: ({ requestId }) => [{ table: 'lesson_requests', id: requestId }],
  /**
   * Only a pending request can be answered: the server refuses all others, so the screen does not show an effect on
   * them.
   */
  apply: <R extends Answered>(row: R, { payload, createdAt }: Command<LessonRequestAnswer>) => {
    if (row.status !== 'Pendente') return row;
    const answered_at = new Date(createdAt).toISOString();
    return payload.answer === 'accept'
      ? { ...row, status: 'Aceito' as const, answered_at }
      : { ...row, status: 'Recusado' as const, answered_at, reason: payload.reason };
  },
  comesWith: 'own',
  collection: 'lesson_requests',
  caughtUp: ({ entity }, ack, { requests }) => hasReached(requests?.get(entity.id), ack),
  refusals: {
    request_unknown: 'Este pedido não existe mais.',
    not_the_teacher: 'Só o professor pode responder a este pedido.',
    request_cancelled: 'O pedido foi cancelado antes de sua resposta chegar. Ele continua cancelado.',
    request_withdrawn:
      'Outro professor aceitou antes de sua resposta chegar. O pedido a você foi retirado: não é preciso fazer nada.',
    already_answered: 'Este pedido já tinha sido respondido. Vale a primeira resposta.',
    teacher_unavailable:
      'Para aceitar pedidos, seu perfil precisa estar aprovado. Tente de novo depois da aprovação.',
    background_unchecked:
      'Este pedido é para menor, e seus antecedentes não estão conferidos agora. Fale com a equipe, e aceite de novo depois da conferência.',
    person_blocked:
      'Você bloqueou esta pessoa. Para responder, desbloqueie em Configurações e responda de novo.',
    profile_missing: 'Seu cadastro ainda não está completo, ou a outra conta foi encerrada.',
    invalid_value: 'O motivo não foi aceito. Confira o texto e responda de novo.',
  },
  final: [
    'request_unknown',
    'not_the_teacher',
    'request_cancelled',
    'request_withdrawn',
    'already_answered',
    'invalid_value',
  ],
  editPath: ({ entity }, role) =>
    role === 'student' || role === 'teacher' ? `/${role}/requests/${entity.id}` : null,
} satisfies Kind<LessonRequestAnswer>;
