import { describe, expect, it } from 'vitest';
import { timed } from '@/db/lessons/lesson-rules';
import { lessonIdOf } from '@/db/rows/lesson-fields';
import {
  lessonAt,
  lessonCommand,
  NOW,
  named,
  SERIES,
  series,
  storedSeries,
  TERMS,
} from '../../../tests/support/lesson-samples';
import { confirmClashes, formClashes, knownLessons } from './lesson-clashes';
import { blankLesson, type LessonDraft } from './lesson-draft';
import { overlaidLessons, type ShownLesson } from './lesson-overlay';

const REQUESTS = [
  { id: 'r1', student_id: 'anna', teacher_id: 'bia' },
  { id: 'r2', student_id: 'anna', teacher_id: 'bia' },
  { id: 'r3', student_id: 'anna', teacher_id: 'caio' },
];
const ID = '00000000-0000-4000-8000-00000000bb00';
const draft = (part: Partial<LessonDraft> = {}): LessonDraft => ({
  ...blankLesson(TERMS, '', ''),
  id: ID,
  ...part,
});
const clashesOf = (lessons: readonly ShownLesson[], part: Partial<LessonDraft>, lesson?: ShownLesson) =>
  formClashes(draft(part), TERMS.zone, lesson, knownLessons('r1', lessons, REQUESTS, new Set(), NOW));

/** Lessons of the sample series: on 3, 10 and 24 December, 18:30 to 19:30. */
const proposed = overlaidLessons(storedSeries(), []);
const confirmed = (request_id: string, side: 'student' | 'teacher' = 'student') =>
  overlaidLessons(
    storedSeries({
      ...{ request_id, side, status: 'confirmed', agreed: timed(TERMS) },
      ...{ student_proposal: null, proposed_last: null },
    }),
    [],
  ).slice(0, 1);

describe('[V21] the form says before it is sent', () => {
  it.each([
    ['18:30', true],
    ['17:45', true],
    ['19:15', true],
    ['17:30', false],
    ['19:30', false],
  ])('at %s that the two have a lesson from 18:30 to 19:30: %s', (time, isSaid) => {
    for (const lessons of [proposed, confirmed('r1'), confirmed('r2')]) {
      const { fault, note } = clashesOf(lessons, { time });
      expect(fault).toBe(isSaid ? 'Vocês dois já têm uma aula nesse horário' : undefined);
      expect(note).toBeNull();
    }
  });

  it('that this person has a lesson with somebody else then, which keeps nobody from proposing', () => {
    const { fault, note } = clashesOf(confirmed('r3'), { time: '19:00' });
    expect(fault).toBeUndefined();
    expect(note).toMatch(/^Você já tem outra aula confirmada nesse horário\. Enquanto/);
    expect(
      clashesOf(
        proposed.map((one) => ({ ...one, request_id: 'r3' })),
        {},
      ).note,
    ).toBeNull();
  });

  it('nothing of lessons with a person who is blocked, which a block ends', () => {
    const known = knownLessons('r1', confirmed('r3'), REQUESTS, new Set(['caio']), NOW);
    expect(formClashes(draft({ time: '19:00' }), TERMS.zone, undefined, known).note).toBeNull();
  });

  it('which weeks of a series are left out, and refuses one whose first is', () => {
    const weekly = { isWeekly: true, weeks: '4' };
    // From 26 November on: the first is free, then 3 and 10 December.
    const early = { ...weekly, date: '2026-11-26', time: '18:00' };
    expect(clashesOf(proposed, early)).toEqual({ skipped: [1, 2], note: null });
    expect(clashesOf(proposed, weekly)).toMatchObject({
      fault: 'Vocês dois já têm uma aula nesse horário: qui., 3 de dez.',
      skipped: [],
    });
  });

  it('nothing of the lesson’s own time, of refused proposals, and of what was called off', () => {
    const own = lessonAt(proposed, 0);
    expect(clashesOf(proposed, { time: '18:45' }, own).fault).toBeUndefined();
    expect(clashesOf(proposed, { date: '2026-12-10' }, own).fault).toBeDefined();
    // All of the series move together, onto each other's times.
    expect(clashesOf(proposed, { date: '2026-12-10', scope: 'following' }, own).fault).toBeUndefined();
    expect(clashesOf(overlaidLessons([], [series({ status: 'rejected' })]), {}).fault).toBeUndefined();
    expect(clashesOf(overlaidLessons([], [series()]), {}).fault).toBeDefined();
    const off = overlaidLessons(storedSeries({ status: 'called_off' }), []);
    expect(clashesOf(off, {}).fault).toBeUndefined();
  });
});

describe('[V21] a confirmation', () => {
  const rows = storedSeries({ side: 'teacher' });
  const mine = overlaidLessons(rows, []);
  const proposal = mine[0]?.student_proposal?.id ?? '';
  const busy = confirmed('r3', 'teacher').map((one) => ({ ...one, id: 'other', series_id: null }));
  const at = (place: number, more: readonly ShownLesson[], scope: 'one' | 'following') =>
    confirmClashes(
      lessonAt(mine, place),
      proposal,
      scope,
      knownLessons('r1', [...mine, ...more], REQUESTS, new Set(), NOW),
    );

  it('is not sent at the time of another confirmed lesson, whoever it is with', () => {
    expect(at(0, [], 'one')).toEqual({ fault: null, open: [] });
    expect(at(0, busy, 'one').fault).toBe('Você já tem outra aula confirmada nesse horário.');
  });

  it('of a series leaves those days open, before and after it is sent', () => {
    const later = busy.map((one) => ({ ...one, agreed: timed(TERMS, 1) }));
    expect(at(0, later, 'following')).toEqual({ fault: null, open: ['qui., 10 de dez.'] });
    const command = lessonCommand('lesson.confirm', {
      ...named(0),
      ...{ scope: 'following', proposalId: proposal },
    });
    const shown = overlaidLessons([...rows, ...later], [command]);
    const states = shown.filter(({ series_id }) => series_id === SERIES).map(({ status }) => status);
    expect(states).toEqual(['confirmed', 'proposed', 'confirmed']);
    // The server knows more: what it has confirmed counts until the rows come.
    const ack = {
      version: 9,
      answer: { lesson_ids: [lessonIdOf(SERIES, 0)] },
      at: NOW,
      settled: false,
    };
    const told = overlaidLessons(rows, [{ ...command, status: 'delivered', ack }]);
    expect(told.map(({ status }) => status)).toEqual(['confirmed', 'proposed', 'proposed']);
  });
});
