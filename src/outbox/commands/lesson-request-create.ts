import type { Kind } from '../kind';

export interface LessonRequestCreate {
  request: {
    id: string;
    teacher_id: string;
    dance_style_id: string;
    preferred_days: string[];
    preferred_times: string[];
    message: string | null;
  };
  /** Requests to the same teacher that this person has cancelled before: only one may be open. */
  after?: string[];
}

export const lessonRequestCreate: Kind<LessonRequestCreate> = {
  kind: 'lesson_request.create',
  version: 1,
  procedure: 'create_lesson_request',
  args: ({ id, payload }) => ({ command_id: id, request: payload.request }),
  label: 'Pedido de aula',
  summary: ({ request }) => request.message,
  upgrade: (payload) => payload as LessonRequestCreate,
  creates: true,
  after: ({ request, after = [] }) => [
    { table: 'blocks', id: request.teacher_id },
    ...after.map((id) => ({ table: 'lesson_requests', id })),
  ],
};
