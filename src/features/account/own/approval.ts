/** The approval state of a teacher, between registering and being listed. */
import type { OwnTeacher } from '../schema';

export type Approval = 'waiting' | 'approved' | 'paused' | 'deactivated';

/** A pause counts only for a teacher who would be listed without it. */
export function approvalOf({ isActive, isPaused, approvedAt }: OwnTeacher): Approval {
  if (isActive) return isPaused ? 'paused' : 'approved';
  return approvedAt === null ? 'waiting' : 'deactivated';
}
