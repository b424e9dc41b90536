/** The person's own profile as others see it. The only such function, so that the preview cannot show anything else. */
import { hasEnhancedProfile } from '@/features/account/own/enhanced';
import type { OwnProfile } from '@/features/account/schema';
import type { DancerFacts } from '@/features/dancers/schema';

export function ownDancer(profile: OwnProfile): DancerFacts | null {
  const { student } = profile;
  if (!student) return null;
  return {
    id: profile.id,
    slug: student.slug,
    name: profile.name,
    imageUrl: profile.imageUrl,
    cityId: profile.cityId,
    styleIds: profile.styleIds,
    bio: student.bio,
    interests: student.interests,
    dancingSince: student.dancingSince,
    extra: hasEnhancedProfile(profile)
      ? {
          story: student.experience,
          favouriteSongs: student.favouriteSongs,
          instagram: student.instagram,
        }
      : null,
  };
}
