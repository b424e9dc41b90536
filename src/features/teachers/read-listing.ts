import type { TeacherRow } from '@/db/rows/public-rows';
import { textsOf } from '@/lib/stored';

/** A row of `teacher_listings` has the shape of a pulled row, but sometimes numbers as text. */
export function readListing(row: Record<string, unknown>): TeacherRow {
  const average = row.rating_average;
  return {
    ...(row as unknown as TeacherRow),
    style_ids: textsOf(row.style_ids),
    modalidades_aula: textsOf(row.modalidades_aula),
    rating_average: typeof average === 'number' || typeof average === 'string' ? Number(average) : null,
  };
}
