/** Between the rows of the private replica and what screens use. */
import type { NotificationRow, ProfileRow } from '@/db/rows';
import type { OwnNotification, OwnProfile, ProfileChanges } from './schema';

export function toProfile(row: ProfileRow, version: number): OwnProfile {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    whatsapp: row.whatsapp ?? null,
    cityId: row.city_id ?? null,
    imageUrl: row.profile_image_url ?? null,
    styleIds: row.style_ids,
    teacher:
      row.role === 'teacher'
        ? {
            bio: row.bio ?? null,
            experience: row.experience ?? null,
            neighborhood: row.neighborhood ?? null,
            instagram: row.instagram ?? null,
            modalities: row.modalidades_aula ?? [],
            story: row.story ?? null,
            music: row.music ?? null,
            isActive: row.is_active === true,
            isPaused: row.is_paused === true,
            isFeatured: row.is_featured === true,
            approvedAt: row.approved_at ?? null,
            slug: row.slug ?? null,
          }
        : null,
    student:
      row.role === 'student'
        ? {
            bio: row.bio ?? null,
            interests: row.interests ?? [],
            dancingSince: row.dancing_since ?? null,
            isPublic: row.is_public === true,
            slug: row.slug ?? null,
            experience: row.experience ?? null,
            favouriteSongs: row.favourite_songs ?? null,
            instagram: row.instagram ?? null,
          }
        : null,
    benefits: row.benefits ?? [],
    mutedNotifications: row.muted_notifications ?? [],
    version,
    createdAt: row.created_at ?? null,
  };
}

export function toNotification(row: NotificationRow): OwnNotification {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    url: row.url ?? null,
    isRead: !isUnread(row),
    createdAt: row.created_at,
  };
}

export function isUnread({ read_at }: NotificationRow): boolean {
  return !read_at;
}

const COLUMNS = {
  name: 'name',
  whatsapp: 'whatsapp',
  cityId: 'city_id',
  imageUrl: 'profile_image_url',
  styleIds: 'style_ids',
  bio: 'bio',
  experience: 'experience',
  neighborhood: 'neighborhood',
  instagram: 'instagram',
  modalities: 'modalidades_aula',
  isPaused: 'is_paused',
  interests: 'interests',
  dancingSince: 'dancing_since',
  isPublic: 'is_public',
  favouriteSongs: 'favourite_songs',
  story: 'story',
  music: 'music',
} as const satisfies Record<keyof ProfileChanges, keyof ProfileRow>;

/** The changed fields as update_profile takes them. */
export function toColumns(changes: ProfileChanges): Record<string, unknown> {
  const keys = Object.keys(COLUMNS) as (keyof ProfileChanges)[];
  return Object.fromEntries(
    keys.filter((key) => changes[key] !== undefined).map((key) => [COLUMNS[key], changes[key]]),
  );
}

/** The screen's name of what the server complains about: a column, or the constraint named after it. */
export function toField(detail: string | null): keyof ProfileChanges | null {
  if (!detail) return null;
  const keys = Object.keys(COLUMNS) as (keyof ProfileChanges)[];
  return (
    keys.find((key) => detail === COLUMNS[key]) ??
    keys.find((key) => detail.includes(`_${COLUMNS[key]}`)) ??
    null
  );
}
