import { checksFrom } from '@/db/rows/checks';
import { fieldsFrom, LISTED_FIELDS } from '@/db/rows/profile-fields';
import type { TeacherRow } from '@/db/rows/public-rows';
import type { Teacher } from './schema';
import { type NameTables, nameOf, namesOf } from './search-local';

/** The full profile from a row of the replica or the server. */
export function toTeacher(row: TeacherRow, names: NameTables): Teacher {
  return {
    ...fieldsFrom(row, LISTED_FIELDS),
    id: row.id,
    name: row.name,
    slug: row.slug || null,
    cityName: nameOf(names.cities, row.city_id),
    imageUrl: row.profile_image_url || null,
    bio: row.bio ?? '',
    styles: namesOf(names.danceStyles, row.style_ids),
    isGroup: row.modalidades_aula.includes('grupo'),
    ratingAverage: row.rating_average ?? null,
    ratingCount: row.rating_count ?? 0,
    isHighlighted: row.is_highlighted,
    isFeatured: row.is_featured,
    reason: null,
    whatsapp: row.whatsapp || null,
    approvedAt: row.approved_at ?? null,
    checks: checksFrom(row.checks),
    lessonsGiven: row.lessons_given ?? null,
    replyHours: row.reply_hours ?? null,
    replyTenths: row.reply_tenths ?? null,
    stars: [
      row.five_stars ?? 0,
      row.four_stars ?? 0,
      row.three_stars ?? 0,
      row.two_stars ?? 0,
      row.one_star ?? 0,
    ],
  };
}
