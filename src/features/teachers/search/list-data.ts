import { siteAddress } from '@/lib/site';
import { teacherPath } from '../cards/teacher-path';
import type { TeacherCard } from '../schema';

/** The teachers of a list as structured data, in the list's order. */
export function listData(teachers: readonly TeacherCard[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: teachers.length,
    itemListElement: teachers.map((teacher, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: teacher.name,
      url: siteAddress(teacherPath(teacher)),
    })),
  };
}
