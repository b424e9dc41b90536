/** The own profile as the public page would show it: the preview and what is shared are drawn from this. */
import { hasEnhancedProfile } from '@/features/account/own/enhanced';
import type { OwnProfile } from '@/features/account/schema';
import type { Teacher } from '@/features/teachers/schema';

type Names = readonly { id: string; name: string }[];
type Rated = Pick<Teacher, 'ratingAverage' | 'ratingCount' | 'stars' | 'isHighlighted'>;

const UNRATED: Rated = {
  ratingAverage: null,
  ratingCount: 0,
  stars: [0, 0, 0, 0, 0],
  isHighlighted: false,
};

/** `listing`: what is public already, for the numbers that are not the teacher's to write. */
export function ownTeacher(
  profile: OwnProfile,
  cities: Names,
  styles: Names,
  listing: Teacher | null,
): Teacher | null {
  const { id, name, imageUrl, whatsapp, teacher } = profile;
  if (!teacher) return null;
  const { ratingAverage, ratingCount, stars, isHighlighted } = listing ?? UNRATED;
  return {
    id,
    name,
    imageUrl,
    whatsapp,
    slug: teacher.slug,
    cityName: cities.find((one) => one.id === profile.cityId)?.name ?? null,
    neighborhood: teacher.neighborhood,
    bio: teacher.bio ?? '',
    experience: teacher.experience,
    instagram: teacher.instagram,
    modalities: teacher.modalities,
    story: hasEnhancedProfile(profile) ? teacher.story : null,
    music: hasEnhancedProfile(profile) ? teacher.music : null,
    isGroup: teacher.modalities.includes('grupo'),
    styles: styles.filter((one) => profile.styleIds.includes(one.id)).map((one) => one.name),
    isFeatured: teacher.isFeatured,
    approvedAt: teacher.approvedAt,
    ratingAverage,
    ratingCount,
    stars,
    isHighlighted,
  };
}
