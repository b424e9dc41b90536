import type { ReactNode } from 'react';
import type { TeacherCard as Card } from '../schema';
import { TeacherCard } from './teacher-card';
import classes from './teacher-grid.module.css';

/** Cards side by side: one, two or three columns. */
export function TeacherGrid({ teachers = [], children }: { teachers?: Card[]; children?: ReactNode }) {
  return (
    <ul className={classes.grid}>
      {teachers.map((teacher) => (
        <li key={teacher.id}>
          <TeacherCard teacher={teacher} />
        </li>
      ))}
      {children}
    </ul>
  );
}
