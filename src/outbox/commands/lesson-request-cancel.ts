import type { Kind } from '../kind';

export interface LessonRequestCancel {
  requestId: string;
  reason: string | null;
}

export const lessonRequestCancel: Kind<LessonRequestCancel> = {
  kind: 'lesson_request.cancel',
  version: 1,
  procedure: 'cancel_lesson_request',
  args: ({ id, payload, base }) => ({
    command_id: id,
    request_id: payload.requestId,
    reason: payload.reason,
    base_version: base,
  }),
  label: 'Cancelamento de um pedido de aula',
  summary: ({ reason }) => reason,
  upgrade: (payload) => payload as LessonRequestCancel,
  creates: false,
  parents: ({ requestId }) => [{ table: 'lesson_requests', id: requestId }],
};
