import { siteAddress } from '@/lib/site';
import { JsonLd } from '@/ui/json-ld';
import { teacherPath } from '../cards/teacher-path';
import type { TeacherCard } from '../schema';

/** The teachers of a page's own list as structured data, in the list's order. */
export const listDataOf = (teachers: readonly TeacherCard[]) => <JsonLd data={listData(teachers)} />;

const listData = (teachers: readonly TeacherCard[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: teachers.length,
  itemListElement: teachers.map((teacher, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: teacher.name,
    url: siteAddress(teacherPath(teacher)),
  })),
});
