import type { Kind } from '../kind';

export interface LessonRequestAnswer {
  requestId: string;
  answer: 'accept' | 'decline';
  reason: string | null;
}

export const lessonRequestAnswer: Kind<LessonRequestAnswer> = {
  kind: 'lesson_request.answer',
  version: 1,
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
  upgrade: (payload) => payload as LessonRequestAnswer,
  creates: false,
  parents: ({ requestId }) => [{ table: 'lesson_requests', id: requestId }],
};
