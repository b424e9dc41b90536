import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useAfterPaint } from '@/ui/use-after-paint';
import { bottomOfSight } from '@/ui/use-reserved-height';
import type { TeacherCard } from '../schema';

/** A slot of the list: an element that shows one card after another. */
export interface Slot {
  key: number;
  teacher: TeacherCard;
  /** The list became shorter: the slot is hidden now and removed with the next full render. */
  isOver: boolean;
  /** Hidden and inert while there are no results; kept so that the next keystroke can reuse the element. */
  isSpare?: boolean;
}

/**
 * Milliseconds: longer than between two keystrokes, so that cards below the fold are not rendered for an unfinished
 * word.
 */
const BETWEEN_KEYS = 200;

/**
 * The list's slots from top to bottom. Cards in sight change at once, those below after that paint, because rendering
 * twelve new cards at once takes a slow phone as long as several keystrokes; until then those below show the former
 * results. `typed` is the name in the field when the list answers to a keystroke: cards below then wait until typing
 * pauses. Undefined: all at once. A slot keeps its element when its teacher changes: refilling elements costs a
 * fraction of creating or reordering them. Not while the focus is in the list, since it would silently move from one
 * teacher to another.
 */
export function useSlots(
  teachers: readonly TeacherCard[],
  typed: string | null | undefined,
  list: RefObject<HTMLElement | null>,
): readonly Slot[] {
  const settled = useAfterPaint(teachers, typeof typed === 'string' ? BETWEEN_KEYS : 0, typed);
  const before = useRef<readonly Slot[]>([]);
  const inSight = useRef(1);
  const slots = useMemo(() => {
    if (list.current?.contains(document.activeElement)) return slotsOfTeachers(teachers, before.current);
    const isEmpty = teachers.length === 0 && settled.length === 0;
    if (typed && isEmpty) return spareSlots(before.current.slice(0, inSight.current));
    const isFirst = settled.length === 0 && typed === null;
    if (typed === undefined || settled === teachers || isFirst || !list.current) {
      return slotsInPlace(teachers, teachers, teachers.length);
    }
    inSight.current = placesInSight(list.current) ?? inSight.current;
    return slotsInPlace(teachers, settled, inSight.current);
  }, [teachers, settled, typed, list]);
  useEffect(() => {
    before.current = slots;
  }, [slots]);
  return slots;
}

/**
 * Keeps the elements of an empty list: refilling them with the next keystroke costs a fraction of creating new ones.
 */
export function spareSlots(before: readonly Slot[]): Slot[] {
  return before.map((slot) => ({ ...slot, isOver: true, isSpare: true }));
}

/**
 * Number of slots in sight in the present layout, or that would be if the list were longer. Null while it takes no
 * room.
 */
export function placesInSight(list: HTMLElement): number | null {
  if (list.clientHeight === 0) return null;
  const bottom = bottomOfSight();
  let last: DOMRect | null = null;
  let places = 0;
  for (const item of list.children) {
    const box = item.getBoundingClientRect();
    if (box.top >= bottom) return Math.max(1, places);
    places += 1;
    last = box;
  }
  if (!last) return null;
  const rows = Math.max(0, Math.ceil((bottom - last.bottom) / last.height));
  return places + rows * Math.max(1, Math.round(list.clientWidth / last.width));
}

/** `teachers` in the slots in sight, `rest` below. */
export function slotsInPlace(
  teachers: readonly TeacherCard[],
  rest: readonly TeacherCard[],
  inSight: number,
): Slot[] {
  return [...teachers.slice(0, inSight), ...rest.slice(Math.min(inSight, teachers.length))].map(
    (teacher, place) => ({ key: place, teacher, isOver: place >= teachers.length }),
  );
}

/** Teachers who stay keep their elements, new ones get new elements. */
export function slotsOfTeachers(teachers: readonly TeacherCard[], before: readonly Slot[]): Slot[] {
  const known = new Map(before.filter(({ isOver }) => !isOver).map(({ key, teacher }) => [teacher.id, key]));
  let last = Math.max(-1, ...before.map(({ key }) => key));
  return teachers.map((teacher) => {
    const key = known.get(teacher.id) ?? ++last;
    return { key, teacher, isOver: false };
  });
}
