import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useAfterPaint } from '@/ui/use-after-paint';
import { bottomOfSight } from '@/ui/use-reserved-height';
import type { TeacherCard } from '../schema';

/** A place in a list of cards. */
export interface Slot {
  key: number;
  teacher: TeacherCard;
  /** The list became shorter: it goes when the rest is drawn, and is neither seen nor told of until then. */
  isOver: boolean;
  /** It stays in a list of nobody, out of everybody's reach: the next key may find somebody to stand in it. */
  isSpare?: boolean;
}

/** Milliseconds: quick fingers are quicker, so that nothing below is drawn for a word that is not finished. */
const BETWEEN_KEYS = 200;

/**
 * The list's places from top to bottom: the cards in sight at once, those below them after that paint, for twelve new
 * ones in one go are what a slow phone needs several keystrokes' time for; until then those below are the ones of before.
 * `typed` is the name in the field while a key is what the list answers to: those below then wait for the fingers to rest.
 * Undefined: all at once.
 *
 * A place keeps its element whoever stands in it: elements that are filled anew cost a fraction of new ones, and of those
 * that change their order. Never while the focus is in the list: it would pass from one teacher to another unseen.
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
    const isNobody = teachers.length === 0 && settled.length === 0;
    if (typed && isNobody) return spareSlots(before.current.slice(0, inSight.current));
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

/** Elements that are there already cost the next key a fraction of new ones. */
export function spareSlots(before: readonly Slot[]): Slot[] {
  return before.map((slot) => ({ ...slot, isOver: true, isSpare: true }));
}

/** How many places people see of a list as it is laid out now, or would if it were longer. Null while it takes no room. */
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

/** `teachers` in what is in sight, `rest` below. */
export function slotsInPlace(
  teachers: readonly TeacherCard[],
  rest: readonly TeacherCard[],
  inSight: number,
): Slot[] {
  return [...teachers.slice(0, inSight), ...rest.slice(Math.min(inSight, teachers.length))].map(
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
