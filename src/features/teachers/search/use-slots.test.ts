import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TeacherCard } from '../schema';
import { placesInSight, slotsInPlace, slotsOfTeachers, spareSlots } from './use-slots';

const people = (ids: string) => Array.from(ids, (id) => ({ id }) as TeacherCard);
const said = (slots: ReturnType<typeof slotsInPlace>) =>
  slots.map(({ key, teacher, isOver }) => `${key}${teacher.id}${isOver ? '-' : ''}`).join(' ');

describe('slotsInPlace', () => {
  it('fills the slots in sight from the new list and those below from the old one', () => {
    expect(said(slotsInPlace(people('xyz'), people('abcd'), 2))).toBe('0x 1y 2c 3d-');
    expect(said(slotsInPlace(people('xyzw'), people('ab'), 2))).toBe('0x 1y');
    expect(said(slotsInPlace(people('abc'), people('abc'), 2))).toBe('0a 1b 2c');
  });

  it('marks old cards as over in a list that ends above them', () => {
    expect(said(slotsInPlace(people('x'), people('abc'), 2))).toBe('0x 1b- 2c-');
    expect(said(slotsInPlace([], people('abc'), 2))).toBe('0a- 1b- 2c-');
    expect(said(slotsInPlace([], [], 2))).toBe('');
  });
});

describe('spareSlots', () => {
  it('keeps the slots of an empty list for the next keystroke', () => {
    const spare = spareSlots(slotsInPlace([], people('abc'), 2).slice(0, 2));
    expect(said(spare)).toBe('0a- 1b-');
    expect(spare.every(({ isSpare }) => isSpare)).toBe(true);
    expect(slotsInPlace(people('xy'), [], 2)).toEqual([
      { key: 0, teacher: { id: 'x' }, isOver: false },
      { key: 1, teacher: { id: 'y' }, isOver: false },
    ]);
  });
});

describe('slotsOfTeachers', () => {
  it('keeps each teacher’s slot, wherever the teacher is now', () => {
    const before = slotsInPlace(people('abc'), people('abc'), 2);
    expect(said(slotsOfTeachers(people('xcab'), before))).toBe('3x 2c 0a 1b');
    expect(said(slotsOfTeachers(people('b'), before))).toBe('1b');
  });

  it('does not reuse a slot that is over but not removed yet', () => {
    const before = slotsInPlace(people('x'), people('abc'), 2);
    expect(said(slotsOfTeachers(people('xb'), before))).toBe('0x 3b');
  });
});

describe('placesInSight', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A list of the screen's width below the field, of cards that are `height` high and 16 pixels apart. */
  const listOf = (cards: number, { height = 290, top = 430, columns = 1 } = {}) => {
    const list = document.createElement('ul');
    vi.spyOn(list, 'clientWidth', 'get').mockReturnValue(328 * columns);
    vi.spyOn(list, 'clientHeight', 'get').mockReturnValue(cards * height);
    for (let place = 0; place < cards; place++) {
      const item = list.appendChild(document.createElement('li'));
      const y = top + Math.floor(place / columns) * (height + 16);
      vi.spyOn(item, 'getBoundingClientRect').mockReturnValue(
        new DOMRect(0, y, height === 0 ? 0 : 328, height),
      );
    }
    return list;
  };
  const seen = (height: number) => {
    vi.stubGlobal('innerHeight', 800);
    vi.stubGlobal('visualViewport', { offsetTop: 0, height });
  };

  it('counts the cards that begin above the keyboard, and one where none does', () => {
    seen(800);
    expect(placesInSight(listOf(12))).toBe(2);
    expect(placesInSight(listOf(12, { height: 100 }))).toBe(4);
    expect(placesInSight(listOf(12, { columns: 3 }))).toBe(6);
    seen(420);
    expect(placesInSight(listOf(12))).toBe(1);
  });

  it('counts cards above the screen too, since the list begins there', () => {
    seen(800);
    expect(placesInSight(listOf(12, { top: -500 }))).toBe(5);
  });

  it('includes slots that a longer list would show', () => {
    seen(800);
    expect(placesInSight(listOf(1, { height: 100 }))).toBe(4);
    expect(placesInSight(listOf(2, { columns: 3 }))).toBeGreaterThanOrEqual(5);
    expect(placesInSight(listOf(1))).toBeGreaterThanOrEqual(1);
  });

  it('returns null for a list that takes no room', () => {
    seen(800);
    expect(placesInSight(listOf(3, { height: 0 }))).toBeNull();
    expect(placesInSight(listOf(0))).toBeNull();
  });
});
