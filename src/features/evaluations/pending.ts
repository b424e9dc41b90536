import type { EvaluationRow, LessonRequestRow } from '@/db/rows';

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

/**
 * Accepted requests whose other side the user has not evaluated, newest first: the same rows as the server's view,
 * computed on the device.
 */
export function pendingEvaluations(
  userId: string,
  requests: readonly LessonRequestRow[],
  written: readonly EvaluationRow[],
): PendingEvaluation[] {
  const done = new Set(written.map((evaluation) => evaluation.lesson_request_id));
  return requests
    .flatMap((request) =>
      request.status === 'Aceito' && request.other_name !== null && !done.has(request.id)
        ? [
            {
              lesson_request_id: request.id,
              evaluator_id: userId,
              evaluated_id: request.side === 'student' ? request.teacher_id : request.student_id,
              evaluated_name: request.other_name,
              evaluated_image_url: request.other_image_url,
              dance_style_id: request.dance_style_id,
              request_date: request.request_date,
            },
          ]
        : [],
    )
    .sort((a, b) => Date.parse(b.request_date) - Date.parse(a.request_date));
}
