import type { OwnProfile } from '../schema';

/** Whether the person may fill the extra sections: the one place that asks. */
export function hasEnhancedProfile({ benefits }: Pick<OwnProfile, 'benefits'>): boolean {
  return benefits.includes('enhanced_profile');
}
