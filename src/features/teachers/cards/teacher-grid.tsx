import { memo, type ReactNode, useRef } from 'react';
import { useLinkClicks } from '@/ui/use-link-clicks';
import type { TeacherCard as Card, CornerOf } from '../schema';
import { useSlots } from '../search/use-slots';
import { TeacherCard } from './teacher-card';
import classes from './teacher-grid.module.css';

interface TeacherGridProps {
  teachers?: readonly Card[];
  /** The cards belong to a former search, while the present one is loading. */
  stale?: boolean;
  /** See useSlots. */
  typed?: string | null | undefined;
  corner?: CornerOf | null;
  /** The first style of every card is the searched one. */
  styled?: boolean;
  /** The list takes no room. Its cards stay until the next paint removes them. */
  empty?: boolean;
  children?: ReactNode;
}

const NO_TEACHERS: readonly Card[] = [];

export const TeacherGrid = memo(function TeacherGrid({
  teachers = NO_TEACHERS,
  stale = false,
  typed,
  corner = null,
  styled = false,
  empty = false,
  children,
}: TeacherGridProps) {
  const list = useRef<HTMLUListElement>(null);
  useLinkClicks(list);
  const slots = useSlots(teachers, typed, list);
  return (
    <ul
      ref={list}
      className={classes.grid}
      data-stale={stale || undefined}
      data-styled={styled || undefined}
      data-empty={empty || undefined}
    >
      {slots.map(({ key, teacher, isOver, isSpare }) => (
        <li key={key} aria-hidden={isOver || undefined} inert={isSpare}>
          <TeacherCard teacher={teacher} />
          {corner ? <span className={classes.corner}>{corner(teacher)}</span> : null}
        </li>
      ))}
      {children}
    </ul>
  );
});
