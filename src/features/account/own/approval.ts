/** The approval state of a teacher, between registering and being listed. */
import type { OwnTeacher } from '../schema';

export type Approval = 'waiting' | 'approved' | 'paused' | 'deactivated';

/** A pause counts only for a teacher who would be listed without it. */
export function approvalOf({ isActive, isPaused, approvedAt }: OwnTeacher): Approval {
  if (isActive) return isPaused ? 'paused' : 'approved';
  return approvedAt === null ? 'waiting' : 'deactivated';
}

/** Whether the team asked for a change that the teacher has not saved yet. */
export function owesChange({ approvedAt, adjustment }: OwnTeacher): boolean {
  return approvedAt === null && adjustment !== null && !adjustment.isAnswered;
}
