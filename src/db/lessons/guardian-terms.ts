/**
 * Requests that a guardian makes for a person under age (`…_lesson_requests.sql`). No age is asked for, and nothing is
 * stored about the person under age: the request carries the version of the terms that the guardian accepted.
 */

import { holds } from '@/db/rows/checks';

/** The version of the rules below. A change of them needs a new one, which the server has to know. */
export const GUARDIAN_TERMS = '1';

/** Both sides read them; the guardian accepts them with the request. */
export const GUARDIAN_RULES = [
  'O responsável fica presente durante toda a aula.',
  'A aula acontece em lugar público, com outras pessoas por perto.',
] as const;

/** The form's value while the request is for a person under age and the terms are not accepted. */
export const NOT_ACCEPTED = 'não aceito';

export const FOR_MINOR = 'Aula para menor, com responsável presente';

interface OfRequest {
  guardian_terms: string | null;
}

export const isForMinor = (request: OfRequest | undefined): boolean => Boolean(request?.guardian_terms);

/**
 * Whether no check of the teacher's background holds, which a guardian's request needs to be accepted, and to propose,
 * move and confirm its lessons. Ending any of it needs none. `checks` with the first day on which each no longer holds;
 * `now`: milliseconds since 1970. As app.guard_guardian_request and app.guard_guardian_lesson.
 */
export const lacksBackground = (
  request: OfRequest,
  checks: readonly { kind: string; until: string }[],
  now: number,
): boolean =>
  isForMinor(request) && !checks.some((check) => check.kind === 'background' && holds(check, now));
