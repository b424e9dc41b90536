import { describe, expect, it } from 'vitest';
import { timed } from '@/db/lessons/lesson-rules';
import { lessonCommand, NOW, named, storedSeries, TERMS } from '../../../tests/support/lesson-samples';
import { firstOfEach, needsMe, shownFirst, wentWithRequest } from './lesson-choice';
import { overlaidLessons, type ShownLesson } from './lesson-overlay';

const DAY = 86_400_000;
const agreed = timed(TERMS);
const places = (lessons: readonly ShownLesson[]) => lessons.map(({ series_index }) => series_index);
/** Ten lessons, one each week. */
const many = (part: Partial<ShownLesson> = {}): ShownLesson[] =>
  overlaidLessons(
    Array.from({ length: 10 }, (_, place) => ({
      ...storedSeries()[0],
      ...{ id: `l${place}`, series_id: null, series_index: place, status: 'confirmed' },
      ...{ agreed: timed(TERMS, place), student_proposal: null, proposed_last: null, ...part },
    })) as ShownLesson[],
    [],
  );

describe('A request shows', () => {
  it('its next three lessons, and the one that the address names', () => {
    expect(places(shownFirst(many(), NOW, null))).toEqual([0, 1, 2]);
    expect(places(shownFirst(many(), NOW, 'l7'))).toEqual([0, 1, 2, 7]);
    expect(places(shownFirst(many(), NOW + 20 * DAY, 'gone'))).toEqual([0, 1, 2]);
  });

  it('before those what was refused and what waits for this person', () => {
    const refused = lessonCommand(
      'lesson.call_off',
      { ...named(0), lessonId: 'l8', seriesId: null, scope: 'one' },
      { status: 'rejected' },
    );
    const lessons = many().map((lesson) => (lesson.id === 'l8' ? { ...lesson, write: refused } : lesson));
    expect(places(shownFirst(lessons, NOW, null))).toEqual([0, 1, 8]);
    expect(places(shownFirst(lessons, NOW + 10 * DAY, null))).toEqual([0, 1, 8]);
  });

  it('a lesson of which this person has told how it went, beside the next ones', () => {
    const lessons = many({ student_outcome: 'held' });
    expect(places(shownFirst(lessons, NOW + 3 * DAY, null))).toEqual([0, 1, 2, 3]);
  });

  it('the last three when none is to come', () => {
    expect(places(shownFirst(many({ status: 'held' }), NOW, null))).toEqual([7, 8, 9]);
  });
});

describe('A home shows', () => {
  it('one card for a change of many lessons, proposed or confirmed', () => {
    const proposal = { ...agreed, id: 'p1', proposed_at: agreed.starts_at };
    const change = { student_proposal: proposal, proposed_last: 'student' } as const;
    expect(places(firstOfEach(many(change)))).toEqual([0]);
    expect(places(firstOfEach(many({ ...change, status: 'proposed', agreed: null })))).toEqual([0]);
    expect(firstOfEach(many())).toHaveLength(10);
  });

  it('a refused change of many lessons once', () => {
    const refused = lessonCommand(
      'lesson.move',
      { ...named(0), scope: 'following', terms: TERMS },
      { status: 'rejected' },
    );
    const lessons = overlaidLessons(storedSeries(), [refused]);
    expect(places(lessons.filter((lesson) => needsMe(lesson, NOW)))).toEqual([0]);
  });
});

describe('Lessons that went with the end of their request', () => {
  it('are those that were still to come, and were called off', () => {
    const lessons = many({ status: 'called_off' });
    const end = { ended_at: new Date(NOW + 15 * DAY).toISOString(), cancelled_at: null };
    expect(places(lessons.filter((lesson) => wentWithRequest(lesson, end)))).toEqual(
      places(lessons.filter(({ agreed: terms }) => Date.parse(terms?.starts_at ?? '') > NOW + 15 * DAY)),
    );
    expect(many({ status: 'held' }).some((lesson) => wentWithRequest(lesson, end))).toBe(false);
    expect(lessons.some((lesson) => wentWithRequest(lesson, { ended_at: null, cancelled_at: null }))).toBe(
      false,
    );
    expect(lessons.some((lesson) => wentWithRequest(lesson, undefined))).toBe(false);
  });
});
