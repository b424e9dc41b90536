/** The guardian's choice in the request form. Pure. */

import { GUARDIAN_TERMS } from '@/db/lessons/guardian-terms';
import { checkOf, type TeacherCheck } from '@/db/rows/checks';

/**
 * The reason why this choice cannot be sent now; undefined when it can. `value`: version of the accepted terms,
 * NOT_ACCEPTED, or empty for lessons of the person's own. `now`: milliseconds since 1970.
 */
export function guardianError(
  value: string,
  checks: readonly TeacherCheck[],
  now: number,
): string | undefined {
  if (value === '') return undefined;
  if (!checkOf(checks, 'background', now)) return 'Escolha “Para mim”, ou peça a outro professor';
  return value === GUARDIAN_TERMS ? undefined : 'Aceite os termos para pedir uma aula para menor';
}
