/** A guardian's request, and lessons of it, while no check of the teacher's background holds. */

import { lacksBackground } from '@/db/lessons/guardian-terms';
import { checksFrom } from '@/db/rows/checks';
import { firstName } from '@/lib/text';
import { useOwnRows } from '@/reads/own-rows';
import { useCatalog } from '@/reads/use-catalog';
import type { ShownRequest } from './overlay';
import { otherName } from './texts';

/**
 * Whether the server would refuse to accept this request, and to propose, move or confirm a lesson of it. False where this
 * phone does not know the teacher's checks. `now`: milliseconds since 1970.
 */
export function useLacksBackground(request: ShownRequest | undefined, now: number): boolean {
  const own = useOwnRows().rows?.profile?.checks;
  const { index } = useCatalog();
  if (!request) return false;
  const listed = request.side === 'student' ? index.byId(request.teacher_id) : null;
  const checks =
    request.side === 'teacher'
      ? own?.map(({ kind, expires_on }) => ({ kind, until: expires_on }))
      : listed && checksFrom(listed.checks);
  return Boolean(checks) && lacksBackground(request, checks ?? [], now);
}

/** 'Sem uma nova conferência dos antecedentes de Ana', as its side reads it. */
export const withoutBackground = (request: ShownRequest): string =>
  request.side === 'teacher'
    ? 'Sem uma nova conferência dos seus antecedentes'
    : `Sem uma nova conferência dos antecedentes de ${firstName(otherName(request))}`;
