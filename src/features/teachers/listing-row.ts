import { readListing } from './read-listing';
import type { Teacher } from './schema';
import { toTeacher } from './to-teacher';

const NO_NAMES = { cities: new Map(), danceStyles: new Map() };

/** A teacher from a row of `teacher_listings` and the names of its city and styles, as the server wrote them. */
export function teacherOfRow(
  row: Record<string, unknown>,
  { city, styles }: { city: string | null; styles: readonly string[] },
): Teacher {
  return { ...toTeacher(readListing(row), NO_NAMES), cityName: city, styles: [...styles] };
}
