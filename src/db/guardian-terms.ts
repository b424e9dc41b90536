/**
 * Requests that a guardian makes for a person under age (`…_guardian_requests.sql`). No age is asked for, and nothing is
 * stored about the person under age: the request carries the version of the terms that the guardian accepted.
 */

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

export const isForMinor = (request: { guardian_terms: string | null } | undefined): boolean =>
  Boolean(request?.guardian_terms);
