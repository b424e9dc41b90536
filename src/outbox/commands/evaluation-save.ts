import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

/** The database's bound, in characters. */
export const LONGEST_COMMENT = 1000;

const schema = (z: Shapes) =>
  z.object({
    evaluation: z.object({
      id: z.string(),
      lesson_request_id: z.string(),
      rating: z.number(),
      comment: z.nullable(z.string()),
      is_anonymous: z.boolean(),
    }),
  });

export type EvaluationSave = PayloadIn<typeof schema>;

/** Creates or changes: the server keeps one evaluation per request and author. */
export const evaluationSave = {
  kind: 'evaluation.save' as const,
  version: 1,
  schema,
  table: 'lesson_evaluations',
  procedure: 'save_evaluation',
  args: ({ id, payload }) => ({ command_id: id, evaluation: payload.evaluation }),
  label: 'Avaliação',
  summary: ({ evaluation }) => (evaluation.rating === 1 ? '1 estrela' : `${evaluation.rating} estrelas`),
  creates: false,
  parents: ({ evaluation }) => [{ table: 'lesson_requests', id: evaluation.lesson_request_id }],
  /** An evaluation that was made on another phone keeps its id: the server changes that row. */
  apply: (row: { id: string } | null, { payload: { evaluation } }): EvaluationSave['evaluation'] => ({
    ...evaluation,
    id: row?.id ?? evaluation.id,
  }),
  comesWith: 'own',
  collection: 'evaluations',
  caughtUp: ({ payload }, ack, { evaluations }) =>
    hasReached(evaluations?.get(payload.evaluation.lesson_request_id), ack),
  refusals: {
    request_not_accepted: 'Só um pedido aceito pode ser avaliado, e este não está mais aceito.',
    not_a_party: 'Só o aluno e o professor deste pedido podem fazer isto.',
    not_the_other: 'Só a outra pessoa do pedido pode ser avaliada.',
    name_was_read: 'Esta avaliação já foi lida com seu nome.',
    evaluation_exists: 'Já existe outra avaliação com este registro. Envie de novo.',
    profile_missing: 'Uma das duas contas não existe mais.',
    invalid_value: {
      '': 'Um valor não foi aceito. Confira e envie de novo.',
      comment: 'O comentário tem algo que não pode ser enviado. Mude o texto e envie de novo.',
      lesson_evaluations_comment_check: `O comentário pode ter até ${LONGEST_COMMENT} caracteres.`,
      rating: 'Escolha de 1 a 5 estrelas',
    },
  },
  editPath: ({ payload }, role) =>
    role === 'student' || role === 'teacher'
      ? `/${role}/evaluations/${payload.evaluation.lesson_request_id}`
      : null,
} satisfies Kind<EvaluationSave>;
