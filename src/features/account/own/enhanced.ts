import type { OwnProfile } from '../schema';

/** Whether the user may fill in the extra sections. The only place that decides this. */
export function hasEnhancedProfile({ benefits }: Pick<OwnProfile, 'benefits'>): boolean {
  return benefits.includes('enhanced_profile');
}
