import { describe, expect, it } from 'vitest';
import { dayOf, lastMonths, monthOf, weekOf } from './calendar';
import { average, progressOf, starCounts } from './progress';
import { weekStreak } from './streak';

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
    side: 'student' as const,
    status: 'Aceito' as const,
    teacher_id: 'teacher-1',
    dance_style_id: 'forro',
    request_date: '2026-11-10T15:00:00Z',
    answered_at: '2026-11-11T15:00:00Z',
    ...part,
  });

  it('counts lessons, teachers and styles of accepted requests only', () => {
    const progress = progressOf(
      [
        request({}),
        request({ teacher_id: 'teacher-2', dance_style_id: 'zouk' }),
        request({ teacher_id: 'teacher-2', dance_style_id: 'zouk' }),
        request({ status: 'Cancelado', dance_style_id: 'tango', teacher_id: 'teacher-3' }),
        request({ status: 'Pendente', answered_at: null, dance_style_id: 'salsa' }),
        request({ status: 'Recusado', dance_style_id: 'salsa' }),
        request({ side: 'teacher', dance_style_id: 'bolero' }),
      ],
      [],
      NOW,
    );
    expect(progress).toMatchObject({ asked: 6, agreed: 3, teachers: 2 });
    expect(progress.styles).toEqual([
      { id: 'zouk', lessons: 2 },
      { id: 'forro', lessons: 1 },
    ]);
  });

  it('counts lessons in the month of the answer, by the clock of São Paulo', () => {
    const { months } = progressOf(
      [
        request({ request_date: '2026-10-30T15:00:00Z', answered_at: '2026-11-01T02:00:00Z' }),
        request({ request_date: '2026-10-31T15:00:00Z', answered_at: '2026-11-01T03:00:00Z' }),
        request({ request_date: '2026-04-01T15:00:00Z', answered_at: '2026-04-02T15:00:00Z' }),
      ],
      [],
      NOW,
    );
    expect(months).toHaveLength(6);
    expect(months.at(-2)).toEqual({ month: '2026-10', agreed: 1, asked: 2 });
    expect(months.at(-1)).toEqual({ month: '2026-11', agreed: 1, asked: 0 });
    expect(months.reduce((sum, { asked }) => sum + asked, 0)).toBe(2);
  });

  it('counts requests, answers and evaluations for the streak', () => {
    const { streak } = progressOf(
      [request({ request_date: '2026-11-02T15:00:00Z', answered_at: '2026-11-10T15:00:00Z' })],
      [{ rating: 5, created_at: '2026-11-17T15:00:00Z' }],
      NOW,
    );
    expect(streak).toEqual({ current: 3, longest: 3, thisWeek: true });
  });

  it('counts ratings and their average', () => {
    const counts = starCounts([{ rating: 5 }, { rating: 5 }, { rating: 4 }, { rating: 1 }]);
    expect(counts).toEqual([1, 0, 0, 1, 2]);
    expect(average(counts)).toBe(3.75);
    expect(average([0, 0, 0, 0, 0])).toBeNull();
    expect(progressOf([], [{ rating: 4, created_at: '' }], NOW)).toMatchObject({
      asked: 0,
      agreed: 0,
      given: [0, 0, 0, 1, 0],
      streak: { current: 0, longest: 0 },
    });
  });
});
