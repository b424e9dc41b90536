import { memo, type ReactNode } from 'react';
import type { TeacherCard as Card } from '../schema';
import { TeacherCard } from './teacher-card';
import classes from './teacher-grid.module.css';

interface TeacherGridProps {
  teachers?: Card[];
  /** Of a search that is over; the answer to the present one is on its way. */
  stale?: boolean;
  children?: ReactNode;
}

/** Cards side by side: one, two or three columns. */
export const TeacherGrid = memo(function TeacherGrid({
  teachers = [],
  stale = false,
  children,
}: TeacherGridProps) {
  return (
    <ul className={classes.grid} data-stale={stale || undefined}>
      {teachers.map((teacher) => (
        <li key={teacher.id}>
          <TeacherCard teacher={teacher} />
        </li>
      ))}
      {children}
    </ul>
  );
});
