/** Where a teacher stands between registering and being found. */
import type { OwnTeacher } from '../schema';

export type Approval = 'waiting' | 'approved' | 'paused' | 'deactivated';

/** A pause says something only of who would be shown without it. */
export function approvalOf({ isActive, isPaused, approvedAt }: OwnTeacher): Approval {
  if (isActive) return isPaused ? 'paused' : 'approved';
  return approvedAt === null ? 'waiting' : 'deactivated';
}
