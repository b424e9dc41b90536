import { expect, it } from 'vitest';
import type { LessonRow } from '@/db/rows/lesson-fields';
import { LESSON } from '../../../tests/support/row-samples';
import { byDay, isComing, mondayOf, weekFrom, weekMark } from './agenda';

const ZONE = 'America/Sao_Paulo';
const now = Date.parse('2026-11-26T12:00:00-03:00');

function lesson(id: string, starts_local: string, more: Partial<LessonRow> = {}): LessonRow {
  const agreed = {
    ...{ starts_local, zone: ZONE, minutes: 60, place: null, price_cents: null },
    starts_at: new Date(`${starts_local}:00-03:00`).toISOString(),
  };
  return {
    ...LESSON,
    id,
    request_id: 'r',
    agreed,
    ...more,
  };
}

it('a lesson is coming until its end, and while it waits for this person', () => {
  expect(isComing(lesson('a', '2026-11-26T11:30'), now)).toBe(true);
  expect(isComing(lesson('b', '2026-11-25T18:30'), now)).toBe(true);
  expect(isComing(lesson('c', '2026-11-25T18:30', { student_outcome: 'held' }), now)).toBe(false);
  expect(isComing(lesson('d', '2026-12-03T18:30', { status: 'called_off' }), now)).toBe(false);
  expect(isComing(lesson('e', '2026-10-01T18:30'), now)).toBe(false);
});

it('lessons are grouped by the day of their own zone', () => {
  const lessons = [
    lesson('a', '2026-11-26T09:00'),
    lesson('b', '2026-11-26T23:30'),
    lesson('c', '2026-11-27T00:30'),
  ];
  expect(byDay(lessons).map(({ date, lessons: of }) => [date, of.map(({ id }) => id)])).toEqual([
    ['2026-11-26', ['a', 'b']],
    ['2026-11-27', ['c']],
  ]);
});

it('a week begins on Monday and leaves out what was called off', () => {
  expect([-1, 0, 1].map((away) => mondayOf(now, ZONE, away))).toEqual([
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(mondayOf(Date.parse('2026-11-29T23:00:00-03:00'), ZONE, 0)).toBe('2026-11-23');
  const week = weekFrom('2026-11-23', [
    lesson('a', '2026-11-26T09:00'),
    lesson('b', '2026-11-26T10:00', { status: 'called_off' }),
    lesson('c', '2026-11-30T10:00'),
  ]);
  expect(week.map(({ lessons }) => lessons.map(({ id }) => id))).toEqual([[], [], [], ['a'], [], [], []]);
});

it('the week marks what is not simply confirmed', () => {
  const past = '2026-11-25T18:30';
  const both = { student_outcome: 'held', teacher_outcome: 'student_missed' } as const;
  const proposed = lesson('p', '2026-12-03T18:30').agreed;
  const proposal = proposed && { ...proposed, id: 'c', proposed_at: '2026-11-20T00:00:00Z' };
  const open = { status: 'proposed', agreed: null, teacher_proposal: proposal } as const;
  expect(
    [
      lesson('a', '2026-12-03T18:30'),
      lesson('b', past),
      lesson('c', past, both),
      lesson('d', past, { status: 'missed' }),
      lesson('e', past, { status: 'held' }),
      lesson('f', past, { ...open, proposed_last: 'teacher' }),
      lesson('g', past, {
        ...open,
        teacher_proposal: null,
        student_proposal: proposal,
        proposed_last: 'student',
      }),
    ].map((one) => weekMark(one, now)),
  ).toEqual([null, 'Responda', 'Divergência', 'Falta', 'Aconteceu', 'Responda', 'Proposta']);
});
