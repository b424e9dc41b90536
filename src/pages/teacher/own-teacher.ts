/** The person's own profile as the public page would show it, for the preview and the shared pictures. */
import { isEnhanced, LISTED_FIELDS, type ListedField } from '@/db/rows/profile-fields';
import { hasEnhancedProfile } from '@/features/account/own/enhanced';
import type { OwnProfile, OwnTeacher } from '@/features/account/schema';
import type { Teacher } from '@/features/teachers/schema';

type Names = readonly { id: string; name: string }[];
type Rated = Pick<
  Teacher,
  'ratingAverage' | 'ratingCount' | 'lessonsGiven' | 'stars' | 'isHighlighted' | 'replyHours' | 'replyTenths'
>;

const UNRATED: Rated = {
  ratingAverage: null,
  ratingCount: 0,
  lessonsGiven: null,
  stars: [0, 0, 0, 0, 0],
  isHighlighted: false,
  replyHours: null,
  replyTenths: null,
};

/** `listing`: the present public row, for numbers that the teacher cannot edit. */
export function ownTeacher(
  profile: OwnProfile,
  cities: Names,
  styles: Names,
  listing: Teacher | null,
): Teacher | null {
  const { id, name, imageUrl, whatsapp, teacher } = profile;
  if (!teacher) return null;
  const { ratingAverage, ratingCount, lessonsGiven, stars, isHighlighted, replyHours, replyTenths } =
    listing ?? UNRATED;
  return {
    ...shownFields(profile, teacher),
    id,
    name,
    imageUrl,
    whatsapp,
    slug: teacher.slug,
    cityName: cities.find((one) => one.id === profile.cityId)?.name ?? null,
    bio: teacher.bio ?? '',
    isGroup: teacher.modalities.includes('grupo'),
    styles: profile.styleIds.flatMap((style) => styles.find((one) => one.id === style)?.name ?? []),
    isFeatured: teacher.isFeatured,
    reason: null,
    approvedAt: teacher.approvedAt,
    checks: listing?.checks ?? [],
    ratingAverage,
    ratingCount,
    lessonsGiven,
    stars,
    isHighlighted,
    replyHours,
    replyTenths,
  };
}

/** Sections of the enhanced profile are public only with it. */
function shownFields(profile: OwnProfile, teacher: OwnTeacher): Pick<OwnTeacher, ListedField> {
  const isShown = (field: ListedField) => !isEnhanced(field) || hasEnhancedProfile(profile);
  return Object.fromEntries(
    LISTED_FIELDS.map((field) => [field, isShown(field) ? teacher[field] : null]),
  ) as Pick<OwnTeacher, ListedField>;
}
