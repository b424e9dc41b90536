import { memo, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { TeacherCard as Card, CornerOf } from '../schema';
import { TeacherCard } from './teacher-card';
import classes from './teacher-grid.module.css';

interface TeacherGridProps {
  teachers?: Card[];
  /** Of a search that is over; the answer to the present one is on its way. */
  stale?: boolean;
  corner?: CornerOf | null;
  children?: ReactNode;
}

/** Cards side by side: one, two or three columns. */
export const TeacherGrid = memo(function TeacherGrid({
  teachers = [],
  stale = false,
  corner = null,
  children,
}: TeacherGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const keys = useRecycledKeys(teachers, list);
  return (
    <ul ref={list} className={classes.grid} data-stale={stale || undefined}>
      {teachers.map((teacher) => (
        <li key={keys.get(teacher.id)}>
          <TeacherCard teacher={teacher} />
          {corner ? <span className={classes.corner}>{corner(teacher)}</span> : null}
        </li>
      ))}
      {children}
    </ul>
  );
});

/**
 * A key for each teacher: who stays keeps theirs, who comes takes over one of those who went. Elements that stand are
 * filled anew for half of what new ones cost. Never while the focus is in the list: it would pass from one teacher to
 * another unseen.
 */
function useRecycledKeys(
  teachers: readonly Card[],
  list: RefObject<HTMLElement | null>,
): ReadonlyMap<string, number> {
  const before = useRef<ReadonlyMap<string, number>>(new Map());
  const keys = useMemo(() => {
    const next = new Map<string, number>();
    for (const { id } of teachers) {
      const kept = before.current.get(id);
      if (kept !== undefined) next.set(id, kept);
    }
    const taken = new Set(next.values());
    const focused = list.current?.contains(document.activeElement) ?? false;
    let key = focused ? Math.max(-1, ...before.current.values()) : -1;
    for (const { id } of teachers) {
      if (next.has(id)) continue;
      do key += 1;
      while (taken.has(key));
      next.set(id, key);
    }
    return next;
  }, [teachers, list]);
  useEffect(() => {
    before.current = keys;
  }, [keys]);
  return keys;
}
