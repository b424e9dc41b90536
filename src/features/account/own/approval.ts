/** The approval state of a teacher, between registering and being listed. */

import { holds } from '@/db/rows/checks';
import { serverNow } from '@/lib/server-clock';
import type { OwnTeacher } from '../schema';

export type Approval = 'waiting' | 'approved' | 'paused' | 'deactivated';

/**
 * A pause counts only for a teacher who would be listed without it; one whose check of identity has ended is not listed,
 * also before the server says so.
 */
export function approvalOf(teacher: OwnTeacher, now = serverNow()): Approval {
  const { isActive, isPaused, approvedAt } = teacher;
  if (isActive && !hasEndedIdentity(teacher, now)) return isPaused ? 'paused' : 'approved';
  return approvedAt === null ? 'waiting' : 'deactivated';
}

/** Whether the team asked for a change that the teacher has not saved yet. */
export function owesChange({ approvedAt, adjustment }: OwnTeacher): boolean {
  return approvedAt === null && adjustment !== null && !adjustment.isAnswered;
}

/** Whether the team checked the identity, and that check holds no more. */
export function hasEndedIdentity({ checks }: Pick<OwnTeacher, 'checks'>, now: number): boolean {
  const identity = checks?.find(({ kind }) => kind === 'identity');
  return identity !== undefined && !holds(identity, now);
}
