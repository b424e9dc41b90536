import type { TeacherRow } from '@/db/rows/public-rows';

/** The columns of a listing's row that search and cards need (`toEntry`): the least that a shorter row has to carry. */
export const SEARCH_COLUMNS = [
  'id',
  'name',
  'folded_name',
  'rank',
  'slug',
  'city_id',
  'style_ids',
  'modalidades_aula',
  'is_featured',
  'availability',
  'checks',
  'neighborhood',
  'lesson_places',
  'levels',
  'dance_roles',
  'accepts_couples',
  'is_accessible',
  'profile_image_url',
  'bio',
  'rating_average',
  'rating_count',
] as const satisfies readonly (keyof TeacherRow)[];

export type SearchRow = Pick<TeacherRow, (typeof SEARCH_COLUMNS)[number]>;
