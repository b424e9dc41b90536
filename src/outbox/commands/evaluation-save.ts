import type { Kind } from '../kind';

export interface EvaluationSave {
  evaluation: {
    id: string;
    lesson_request_id: string;
    rating: number;
    comment: string | null;
    is_anonymous: boolean;
  };
}

/** Creates or changes: the server keeps one evaluation a request and author. */
export const evaluationSave: Kind<EvaluationSave> = {
  kind: 'evaluation.save',
  version: 1,
  procedure: 'save_evaluation',
  args: ({ id, payload }) => ({ command_id: id, evaluation: payload.evaluation }),
  label: 'Avaliação',
  summary: ({ evaluation }) => (evaluation.rating === 1 ? '1 estrela' : `${evaluation.rating} estrelas`),
  upgrade: (payload) => payload as EvaluationSave,
  creates: false,
  parents: ({ evaluation }) => [{ table: 'lesson_requests', id: evaluation.lesson_request_id }],
};
