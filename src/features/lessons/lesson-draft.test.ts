import { describe, expect, it } from 'vitest';
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
import { blankLesson, draftOfChange, lessonFaults, termsBefore, termsOf, weeksOf } from './lesson-draft';
import { overlaidLessons } from './lesson-overlay';

const LATER = { ...TERMS, starts_local: '2026-12-05T20:00' };

describe('the form of a change begins', () => {
  it('with the latest own proposal, of a proposed series for all that follows', () => {
    const [, second] = overlaidLessons(storedSeries(), []);
    if (!second) throw new Error('no lesson');
    expect(draftOfChange(second)).toMatchObject({ date: '2026-12-10', time: '18:30', scope: 'following' });
  });

  it('after a refusal with what was refused, at the week of this lesson', () => {
    const refused = lessonCommand(
      'lesson.move',
      { ...named(0), scope: 'following', terms: LATER },
      { status: 'rejected' },
    );
    const shown = overlaidLessons(storedSeries(), [refused]);
    expect(shown.map((lesson) => termsBefore(lesson)?.starts_local)).toEqual([
      '2026-12-05T20:00',
      '2026-12-12T20:00',
      '2026-12-26T20:00',
    ]);
  });

  it('with the whole series where its proposal was refused, from each of its lessons', () => {
    for (const lesson of overlaidLessons([], [series({ status: 'rejected' })])) {
      expect(draftOfChange(lesson)).toMatchObject({ date: '2026-12-03', isWeekly: true, weeks: '4' });
    }
  });

  it('with a change that waits behind a refused proposal of one lesson', () => {
    const one = { id: SERIES, requestId: 'r1', side: 'student', terms: TERMS, weeks: 1, skipped: [] };
    const refused = lessonCommand('lesson.propose', one, { status: 'rejected' });
    const behind = lessonCommand('lesson.move', {
      ...{ lessonId: SERIES, requestId: 'r1', seriesId: null, index: null },
      ...{ scope: 'one', terms: LATER },
    });
    const lesson = lessonAt(overlaidLessons([], [refused, behind]), 0);
    expect(termsBefore(lesson)?.starts_local).toBe('2026-12-05T20:00');
  });
});

describe('a form', () => {
  const good = { ...blankLesson(TERMS, '', ''), price: '120,50' };
  const faults = (part: Partial<typeof good>) => lessonFaults({ ...good, ...part }, TERMS.zone, NOW);

  it('without faults makes terms', () => {
    expect(faults({})).toEqual({});
    expect(termsOf({ ...good, place: ' ' }, TERMS.zone)).toEqual({
      ...TERMS,
      place: null,
      price_cents: 12_050,
    });
  });

  it.each([
    [{ date: '' }, { date: 'Escolha o dia' }],
    [{ time: '' }, { time: 'Escolha a hora' }],
    [{ date: '2026-02-30' }, { date: 'Este dia não existe' }],
    [{ date: '2026-12-01', time: '09:00' }, { date: 'Este horário já passou' }],
    [{ date: '2029-01-01' }, { date: 'Escolha um dia nos próximos dois anos' }],
    [{ place: 'a'.repeat(201) }, { place: 'O local pode ter até 200 caracteres' }],
    [{ price: 'cem' }, { price: 'Escreva um valor, como 120 ou 120,50' }],
    [{ price: '10.000,01' }, { price: 'O valor vai até R$ 10.000,00' }],
    [{ isWeekly: true, weeks: '53' }, { weeks: 'De 2 a 52 semanas' }],
  ])('says what is wrong with %o', (part, said) => expect(faults(part)).toEqual(said));

  it('counts weeks from 2 to 52', () => {
    const counts = ['', '1', '2', '52', '53', '2a'].map((weeks) => weeksOf({ isWeekly: true, weeks }));
    expect(counts).toEqual([null, null, 2, 52, null, null]);
    expect(weeksOf({ isWeekly: false, weeks: 'x' })).toBe(1);
  });
});
