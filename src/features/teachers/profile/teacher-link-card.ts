import type { LinkCard } from '@/lib/share-picture';
import { initialsOf } from '../cards/portrait';
import { placeOf } from '../cards/teacher-path';
import type { TeacherCard } from '../schema';

type Shown = Pick<TeacherCard, 'id' | 'name' | 'imageUrl' | 'styles' | 'cityName' | 'neighborhood'>;

/** The picture of the link to a teacher's page. */
export function teacherLinkCard(teacher: Shown): LinkCard {
  const { id, name, imageUrl, styles } = teacher;
  return {
    id,
    face: imageUrl ? { kind: 'picture', path: imageUrl } : { kind: 'initials', text: initialsOf(name) },
    over: 'Aulas particulares de dança',
    title: name,
    detail: styles.join(' · '),
    place: placeOf(teacher),
    call: 'Peça sua aula',
  };
}
