import { type EvaluationCase, evaluationRight, isInvited } from '@/db/lessons/evaluation-rules';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';

/** A row of the server's view `pending_evaluations`; style and dates are formatted on the device. */
export interface PendingEvaluation {
  lesson_request_id: string;
  evaluator_id: string;
  evaluated_id: string;
  evaluated_name: string;
  evaluated_image_url: string | null;
  dance_style_id: string;
  request_date: string;
}

interface Known {
  lessons: EvaluationCase['lessons'];
  /** Ids of the requests that the user has evaluated. */
  evaluated: ReadonlySet<string>;
  /** Ids of the people whom the user blocks. */
  blocked: ReadonlySet<string>;
}

/** The requests that the user is invited to evaluate at `now` (milliseconds since 1970), newest first. */
export function pendingEvaluations(
  userId: string,
  requests: readonly LessonRequestRow[],
  { lessons, evaluated, blocked }: Known,
  now: number,
): PendingEvaluation[] {
  return requests
    .flatMap((request) => {
      const { id, side, other_name } = request;
      const evaluated_id = side === 'student' ? request.teacher_id : request.student_id;
      const written = evaluated.has(id) ? { is_anonymous: true, first_rating: null } : null;
      const right = evaluationRight({ request, lessons, written, isBlocked: blocked.has(evaluated_id) }, now);
      if (other_name === null || !isInvited(right, now)) return [];
      return [
        {
          lesson_request_id: id,
          evaluator_id: userId,
          evaluated_id,
          evaluated_name: other_name,
          evaluated_image_url: request.other_image_url,
          dance_style_id: request.dance_style_id,
          request_date: request.request_date,
        },
      ];
    })
    .sort((a, b) => Date.parse(b.request_date) - Date.parse(a.request_date));
}
