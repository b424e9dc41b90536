import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

/** The database's bound, in characters. */
export const LONGEST_REPLY = 500;

const schema = (z: Shapes) =>
  z.object({
    /** The public id, which changes when the author hides or shows the name. */
    evaluationId: z.string(),
    /** Null withdraws the reply. */
    text: z.nullable(z.string()),
  });

export type EvaluationReply = PayloadIn<typeof schema>;

/** The evaluated person's reply under an evaluation: one, which may be changed for 14 days. */
export const evaluationReply = {
  kind: 'evaluation.reply' as const,
  version: 1,
  schema,
  table: 'lesson_evaluations',
  procedure: 'reply_to_evaluation',
  args: ({ id, payload }) => ({
    command_id: id,
    reply: { evaluation_id: payload.evaluationId, text: payload.text },
  }),
  label: 'Resposta a uma avaliação',
  summary: ({ text }) => text ?? 'Retirar a resposta',
  creates: false,
  apply: <R extends { reply: string | null }>(row: R, { payload }: Command<EvaluationReply>): R => ({
    ...row,
    reply: payload.text,
  }),
  editPath: (_, role) =>
    role === 'student' ? '/student/progresso' : role === 'teacher' ? '/teacher/home' : null,
  refusals: {
    evaluation_anonymous: 'Uma avaliação sem nome não recebe resposta.',
    reply_hidden: 'A equipe do Danceflix escondeu esta resposta. Ela não pode ser mudada.',
    evaluation_unknown: 'Esta avaliação não está mais aqui. Abra a página de novo.',
    reply_closed: 'Uma resposta só muda por 14 dias.',
    name_was_read: 'Esta avaliação não está mais aqui. Abra a página de novo.',
    request_not_accepted: 'Este pedido não está mais aceito.',
    not_the_other: 'Só quem recebeu a avaliação responde.',
    profile_missing: 'Seu cadastro ainda não está completo.',
    invalid_value: {
      '': 'A resposta não foi aceita. Confira o texto e envie de novo.',
      text: `A resposta pode ter até ${LONGEST_REPLY} caracteres, sem símbolos que não se leem.`,
    },
  },
  final: ['evaluation_anonymous', 'evaluation_unknown', 'reply_closed', 'reply_hidden', 'invalid_value'],
} satisfies Kind<EvaluationReply>;
