import { describe, expect, it } from 'vitest';
import type { TeacherCard } from '../schema';
import { slotsInPlace, slotsOfTeachers } from './use-slots';

const people = (ids: string) => Array.from(ids, (id) => ({ id }) as TeacherCard);
const said = (slots: ReturnType<typeof slotsInPlace>) =>
  slots.map(({ key, teacher, isOver }) => `${key}${teacher.id}${isOver ? '-' : ''}`).join(' ');

describe('slotsInPlace', () => {
  it('fills places from the top: what is in sight with the new list, what is below with the old', () => {
    expect(said(slotsInPlace(people('xyz'), people('abcd')))).toBe('0x 1y 2c 3d-');
    expect(said(slotsInPlace(people('xyzw'), people('ab')))).toBe('0x 1y');
    expect(said(slotsInPlace(people('abc'), people('abc')))).toBe('0a 1b 2c');
  });

  it('shows nobody of before in a list that ends above them', () => {
    expect(said(slotsInPlace(people('x'), people('abc')))).toBe('0x 1b- 2c-');
    expect(said(slotsInPlace([], people('abc')))).toBe('0a- 1b- 2c-');
    expect(said(slotsInPlace([], []))).toBe('');
  });
});

describe('slotsOfTeachers', () => {
  it('leaves everybody their own place, wherever they stand now', () => {
    const before = slotsInPlace(people('abc'), people('abc'));
    expect(said(slotsOfTeachers(people('xcab'), before))).toBe('3x 2c 0a 1b');
    expect(said(slotsOfTeachers(people('b'), before))).toBe('1b');
  });

  it('gives nobody the place of somebody who is only not drawn away yet', () => {
    const before = slotsInPlace(people('x'), people('abc'));
    expect(said(slotsOfTeachers(people('xb'), before))).toBe('0x 3b');
  });
});
