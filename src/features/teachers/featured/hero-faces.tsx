import { useRef } from 'react';
import { APP_LINK, useLinkClicks } from '@/ui/use-link-clicks';
import { Portrait } from '../cards/portrait';
import { teacherPath } from '../cards/teacher-path';
import type { TeacherCard } from '../schema';
import classes from './hero-faces.module.css';

/** Number of faces on a large screen; a phone shows the first three. */
const FACES = 6;
/** A stored thumbnail fills the largest face on a phone; a larger one would compete with the page's text. */
const BOX = { width: 96, height: 96 };

/**
 * A cluster of teachers in the corner of the home page's first screen. It lies beside the text and moves nothing.
 * Teachers who pay for their place are left out, because a face has no room for the mark that the law asks for.
 */
export function HeroFaces({ teachers }: { teachers: readonly TeacherCard[] }) {
  const list = useRef<HTMLUListElement>(null);
  useLinkClicks(list);
  const faces = teachers.filter(({ isHighlighted }) => !isHighlighted).slice(0, FACES);
  if (faces.length === 0) return null;
  return (
    <ul ref={list} className={classes.faces} aria-label="Alguns dos nossos professores">
      {faces.map((teacher) => (
        <li key={teacher.id}>
          <a href={teacherPath(teacher)} className={classes.link} aria-label={nameOf(teacher)} {...APP_LINK}>
            <Portrait
              id={teacher.id}
              name={teacher.name}
              imageUrl={teacher.imageUrl}
              box={BOX}
              className={classes.face}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** 'Marina Couto, Zouk, Vitória' */
function nameOf({ name, styles, cityName }: TeacherCard): string {
  return [name, styles[0], cityName].filter(Boolean).join(', ');
}
