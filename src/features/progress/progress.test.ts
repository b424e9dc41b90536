import { describe, expect, it } from 'vitest';
import type { LessonRow } from '@/db/rows/lesson-fields';
import { LESSON } from '../../../tests/support/row-samples';
import { dayOf, lastMonths, monthOf, weekOf } from './calendar';
import { average, openLessons, progressOf, starCounts } from './progress';
import { weekStreak } from './streak';
import { hoursText, openLessonsTexts } from './texts';

/** Saturday noon in São Paulo. */
const NOW = Date.parse('2026-11-21T15:00:00Z');

describe('the calendar of São Paulo', () => {
  it('puts an evening in São Paulo on its own day, not on the next one of UTC', () => {
    expect(dayOf('2026-11-22T02:30:00Z')).toBe('2026-11-21');
    expect(monthOf('2026-12-01T01:00:00Z')).toBe('2026-11');
    expect(dayOf('2026-11-21T03:00:00Z')).toBe('2026-11-21');
    expect(dayOf('quando der')).toBeNull();
  });

  it('knows the summer time that existed until 2019', () => {
    expect(dayOf('2018-12-10T01:30:00Z')).toBe('2018-12-09');
    expect(dayOf('2018-12-10T02:30:00Z')).toBe('2018-12-10');
  });

  it('begins its weeks on Monday', () => {
    expect(weekOf('2026-11-16')).toBe(weekOf('2026-11-22'));
    expect(weekOf('2026-11-23')).toBe(weekOf('2026-11-22') + 1);
    expect(weekOf('2027-01-01')).toBe(weekOf('2026-12-28'));
  });

  it('counts months back over the new year', () => {
    const january = Date.parse('2027-01-31T15:00:00Z');
    expect(lastMonths(january, 3)).toEqual(['2026-11', '2026-12', '2027-01']);
    // Still December in São Paulo.
    expect(lastMonths(Date.parse('2027-01-01T02:00:00Z'), 2)).toEqual(['2026-11', '2026-12']);
  });
});

describe('the streak of weeks', () => {
  const noon = (date: string) => `${date}T15:00:00Z`;
  const streak = (...dates: string[]) => weekStreak(dates.map(noon), NOW);

  it('is zero without moments', () => {
    expect(weekStreak([], NOW)).toEqual({ current: 0, longest: 0, thisWeek: false });
    expect(weekStreak(['', 'ontem'], NOW)).toEqual({ current: 0, longest: 0, thisWeek: false });
  });

  it('counts this week and the weeks before it, each once', () => {
    expect(streak('2026-11-21', '2026-11-17', '2026-11-10', '2026-11-03')).toEqual({
      current: 3,
      longest: 3,
      thisWeek: true,
    });
  });

  it('continues while this week is not over', () => {
    expect(streak('2026-11-10', '2026-11-03')).toEqual({ current: 2, longest: 2, thisWeek: false });
  });

  it('ends with an empty week, and keeps the longest', () => {
    expect(streak('2026-11-20', '2026-10-26', '2026-10-19', '2026-10-12')).toEqual({
      current: 1,
      longest: 3,
      thisWeek: true,
    });
    expect(streak('2026-11-05')).toMatchObject({ current: 0, longest: 1 });
  });

  it('goes by the day in São Paulo: Sunday evening is not Monday yet', () => {
    // 23:30 on Sunday the 15th in São Paulo.
    expect(weekStreak(['2026-11-16T02:30:00Z'], NOW)).toMatchObject({ current: 1, thisWeek: false });
    expect(weekStreak(['2026-11-16T03:30:00Z'], NOW)).toMatchObject({ current: 1, thisWeek: true });
    // Sunday evening in São Paulo, Monday in UTC: the week of the 16th is not over.
    expect(weekStreak([noon('2026-11-16')], Date.parse('2026-11-23T02:00:00Z'))).toMatchObject({
      thisWeek: true,
    });
  });

  it('counts a moment in the future as now', () => {
    expect(streak('2027-03-01')).toEqual({ current: 1, longest: 1, thisWeek: true });
  });
});

describe('progress', () => {
  const request = (part: Partial<Parameters<typeof progressOf>[0][number]>) => ({
    id: 'request-1',
    side: 'student' as const,
    status: 'Aceito' as const,
    teacher_id: 'teacher-1',
    dance_style_id: 'forro',
    request_date: '2026-11-10T15:00:00Z',
    answered_at: '2026-11-11T15:00:00Z',
    ...part,
  });
  const lesson = ({
    at = '2026-11-12T21:30:00Z',
    minutes = 60,
    ...part
  }: Partial<LessonRow> & { at?: string; minutes?: number }): LessonRow => ({
    ...LESSON,
    id: 'lesson',
    request_id: 'request-1',
    status: 'held',
    agreed: {
      starts_local: at.slice(0, 16),
      starts_at: at,
      zone: 'UTC',
      minutes,
      place: null,
      price_cents: null,
    },
    created_at: '2026-11-01T15:00:00Z',
    ...part,
  });

  it('counts held lessons, not requests, with their teachers, styles and minutes', () => {
    const progress = progressOf(
      [
        request({}),
        request({ id: 'request-2', teacher_id: 'teacher-2', dance_style_id: 'zouk' }),
        request({ id: 'request-3', teacher_id: 'teacher-3', dance_style_id: 'tango' }),
        request({ id: 'request-4', status: 'Cancelado', dance_style_id: 'tango', teacher_id: 'teacher-3' }),
        request({ id: 'request-5', status: 'Pendente', answered_at: null, dance_style_id: 'salsa' }),
        request({ id: 'request-6', side: 'teacher', dance_style_id: 'bolero' }),
      ],
      [
        lesson({}),
        lesson({ request_id: 'request-2', minutes: 90 }),
        lesson({ request_id: 'request-2' }),
        // Of a request that was cancelled later: it was held.
        lesson({ request_id: 'request-4' }),
        lesson({ status: 'missed' }),
        lesson({ status: 'called_off' }),
        lesson({ status: 'confirmed' }),
        lesson({ request_id: 'request-6', side: 'teacher' }),
      ],
      [],
      NOW,
    );
    expect(progress).toMatchObject({ asked: 5, agreed: 3, held: 4, minutes: 270, teachers: 3 });
    expect(progress.styles).toEqual([
      { id: 'zouk', lessons: 2 },
      { id: 'forro', lessons: 1 },
      { id: 'tango', lessons: 1 },
    ]);
  });

  it('a year with one teacher is 52 lessons', () => {
    const year = Array.from({ length: 52 }, (_, week) =>
      lesson({ at: new Date(NOW - (week + 1) * 7 * 86_400_000).toISOString() }),
    );
    const { held, months, streak } = progressOf([request({})], year, [], NOW);
    expect(held).toBe(52);
    expect(months.map((one) => one.held)).toEqual([4, 4, 5, 4, 5, 2]);
    expect(streak).toMatchObject({ current: 52, longest: 52, thisWeek: false });
  });

  it('counts a lesson in the month of its start, by the clock of São Paulo', () => {
    const { months } = progressOf(
      [request({ request_date: '2026-10-30T15:00:00Z' })],
      [
        lesson({ at: '2026-11-01T02:00:00Z' }),
        lesson({ at: '2026-11-01T03:00:00Z' }),
        lesson({ at: '2026-04-02T15:00:00Z' }),
      ],
      [],
      NOW,
    );
    expect(months).toHaveLength(6);
    expect(months.at(-2)).toEqual({ month: '2026-10', held: 1, asked: 1 });
    expect(months.at(-1)).toEqual({ month: '2026-11', held: 1, asked: 0 });
  });

  it('names begun lessons that do not count yet, until nothing can be said about them any more', () => {
    const begun = { status: 'confirmed' } as const;
    const lessons = [
      lesson(begun),
      lesson({ ...begun, teacher_outcome: 'held' }),
      lesson({ ...begun, student_outcome: 'held' }),
      lesson({ ...begun, student_outcome: 'held', teacher_outcome: 'student_missed' }),
      lesson({ ...begun, at: '2026-11-21T15:00:01Z' }),
      lesson({ ...begun, at: '2026-10-22T14:59:59Z' }),
      lesson({ status: 'proposed', agreed: null }),
      lesson({}),
    ];
    const open = openLessons(lessons, NOW);
    expect(open).toEqual({ own: 2, other: 1, contradictory: 1 });
    expect(openLessonsTexts(open, 'o professor')).toEqual([
      'Falta você contar como foram 2 aulas.',
      'Falta o professor contar como foi 1 aula.',
      'Vocês contaram coisas diferentes sobre 1 aula.',
    ]);
    expect(openLessonsTexts(openLessons([], NOW), 'o aluno')).toEqual([]);
    expect([45, 60, 90, 725].map(hoursText)).toEqual(['45 min', '1 h', '1 h 30', '12 h 05']);
  });

  it('counts requests, answers, lessons and evaluations for the streak', () => {
    const { streak } = progressOf(
      [request({ request_date: '2026-10-27T15:00:00Z', answered_at: '2026-11-03T15:00:00Z' })],
      [lesson({ at: '2026-11-10T15:00:00Z' })],
      [{ rating: 5, created_at: '2026-11-17T15:00:00Z' }],
      NOW,
    );
    expect(streak).toEqual({ current: 4, longest: 4, thisWeek: true });
  });

  it('counts ratings and their average', () => {
    const counts = starCounts([{ rating: 5 }, { rating: 5 }, { rating: 4 }, { rating: 1 }]);
    expect(counts).toEqual([1, 0, 0, 1, 2]);
    expect(average(counts)).toBe(3.75);
    expect(average([0, 0, 0, 0, 0])).toBeNull();
    expect(progressOf([], [], [{ rating: 4, created_at: '' }], NOW)).toMatchObject({
      asked: 0,
      held: 0,
      given: [0, 0, 0, 1, 0],
      streak: { current: 0, longest: 0 },
    });
  });
});
