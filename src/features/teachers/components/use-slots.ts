import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useAfterPaint } from '@/ui/use-after-paint';
import { useLargeScreen } from '@/ui/use-large-screen';
import type { TeacherCard } from '../schema';

/** A place in a list of cards. */
export interface Slot {
  key: number;
  teacher: TeacherCard;
  /** The list became shorter: it goes when the rest is drawn, and is neither seen nor told of until then. */
  isOver: boolean;
}

/** A phone shows not even two whole cards below the field; the keyboard leaves less. */
const IN_SIGHT = 2;

/**
 * The list's places from top to bottom. `pause`, in milliseconds: the cards in sight at once, those below them after that
 * paint and that pause, for twelve new ones in one go are what a slow phone needs two keystrokes' time for; until then
 * those below are the ones of before. Undefined: all at once.
 *
 * A place keeps its element whoever stands in it: elements that are filled anew cost a fraction of new ones, and of those
 * that change their order. Never while the focus is in the list: it would pass from one teacher to another unseen.
 */
export function useSlots(
  teachers: readonly TeacherCard[],
  pause: number | undefined,
  list: RefObject<HTMLElement | null>,
): readonly Slot[] {
  const settled = useAfterPaint(teachers, pause);
  const large = useLargeScreen();
  const before = useRef<readonly Slot[]>([]);
  const slots = useMemo(() => {
    if (list.current?.contains(document.activeElement)) return slotsOfTeachers(teachers, before.current);
    const isFirst = settled.length === 0 && pause === 0;
    const atOnce = large || pause === undefined || settled === teachers || isFirst;
    return slotsInPlace(teachers, atOnce ? teachers : settled);
  }, [teachers, settled, pause, large, list]);
  useEffect(() => {
    before.current = slots;
  }, [slots]);
  return slots;
}

/** `teachers` in what is in sight, `rest` below. */
export function slotsInPlace(teachers: readonly TeacherCard[], rest: readonly TeacherCard[]): Slot[] {
  return [...teachers.slice(0, IN_SIGHT), ...rest.slice(Math.min(IN_SIGHT, teachers.length))].map(
    (teacher, place) => ({ key: place, teacher, isOver: place >= teachers.length }),
  );
}

/** Who stays keeps their element, who comes gets a new one. */
export function slotsOfTeachers(teachers: readonly TeacherCard[], before: readonly Slot[]): Slot[] {
  const known = new Map(before.filter(({ isOver }) => !isOver).map(({ key, teacher }) => [teacher.id, key]));
  let last = Math.max(-1, ...before.map(({ key }) => key));
  return teachers.map((teacher) => {
    const key = known.get(teacher.id) ?? ++last;
    return { key, teacher, isOver: false };
  });
}
