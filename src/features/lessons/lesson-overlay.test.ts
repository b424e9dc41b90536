import { describe, expect, it } from 'vitest';
import { lessonIdOf } from '@/db/rows/lesson-fields';
import {
  lessonCommand as command,
  lessonAt,
  named,
  SERIES,
  series,
  storedSeries as stored,
  TERMS,
} from '../../../tests/support/lesson-samples';
import { isRefused, overlaidLessons, refusedPropose } from './lesson-overlay';

describe('Lessons with their unsent writes', () => {
  it('show a series at once, soonest first, without what it skips', () => {
    const proposal = series();
    const shown = overlaidLessons([], [proposal]);
    expect(shown.map(({ id, series_index }) => [id, series_index])).toEqual(
      [0, 1, 3].map((index) => [lessonIdOf(SERIES, index), index]),
    );
    expect(shown.map(({ student_proposal }) => student_proposal?.starts_local)).toEqual([
      '2026-12-03T18:30',
      '2026-12-10T18:30',
      '2026-12-24T18:30',
    ]);
    expect(shown.every(({ stored: isStored, write }) => !isStored && write?.id === proposal.id)).toBe(true);
  });

  it('show it once when it has arrived', () => {
    const delivered = { version: 5, answer: {}, at: 0, settled: false };
    const shown = overlaidLessons(stored(), [series({ status: 'delivered', ack: delivered })]);
    expect(shown).toHaveLength(3);
    expect(shown.every((row) => row.stored)).toBe(true);
  });

  it('apply “this and the following” to the later ones only', () => {
    const move = command('lesson.move', {
      ...named(1),
      scope: 'following',
      terms: { ...TERMS, starts_local: '2026-12-11T20:00' },
    });
    const shown = overlaidLessons(
      stored().map((row) => ({ ...row, side: 'teacher' as const })),
      [move],
    );
    expect(shown.map(({ teacher_proposal }) => teacher_proposal?.starts_local ?? null)).toEqual([
      null,
      '2026-12-11T20:00',
      '2026-12-25T20:00',
    ]);
    expect(shown.map(({ write }) => write?.id ?? null)).toEqual([null, move.id, move.id]);
  });

  it('apply confirmation, withdrawal and cancellation in order', () => {
    const [row] = stored();
    if (!row) throw new Error('no lesson');
    const theirs = { ...row, side: 'teacher' as const };
    const proposalId = row.student_proposal?.id ?? '';
    const confirm = command('lesson.confirm', { ...named(0), scope: 'one', proposalId });
    const callOff = command('lesson.call_off', { ...named(0), scope: 'one' });
    expect(overlaidLessons([theirs], [confirm])[0]).toMatchObject({ status: 'confirmed', agreed: TERMS });
    expect(overlaidLessons([theirs], [confirm, callOff])[0]).toMatchObject({
      status: 'called_off',
      called_off_by: 'teacher',
    });
    const withdraw = command('lesson.withdraw', { ...named(0), scope: 'one', proposalId });
    expect(overlaidLessons([row], [withdraw])[0]).toMatchObject({ status: 'called_off' });
  });

  it('do not show what the server refused, but say so', () => {
    const [row] = stored();
    if (!row) throw new Error('no lesson');
    const refused = command('lesson.call_off', { ...named(0), scope: 'one' }, { status: 'rejected' });
    expect(overlaidLessons([row], [refused])[0]).toMatchObject({
      status: 'proposed',
      write: { id: refused.id },
    });
  });

  it('show an outcome of one lesson', () => {
    const [row] = stored();
    if (!row?.student_proposal) throw new Error('no lesson');
    const agreed = { ...row.student_proposal, starts_at: '2026-12-01T10:00:00.000Z' };
    const begun = {
      ...row,
      status: 'confirmed' as const,
      agreed,
      student_proposal: null,
      proposed_last: null,
    };
    const told = command('lesson.outcome', { ...named(0), outcome: 'held' });
    expect(overlaidLessons([begun], [told])[0]).toMatchObject({
      student_outcome: 'held',
      status: 'confirmed',
    });
  });

  it('show a refusal on the lesson that the write names, not on those behind it', () => {
    const refused = command(
      'lesson.move',
      { ...named(1), scope: 'following', terms: TERMS },
      { status: 'rejected' },
    );
    const shown = overlaidLessons(stored(), [refused]);
    expect(shown.map(({ write }) => write?.id ?? null)).toEqual([null, refused.id, refused.id]);
    expect(shown.map(isRefused)).toEqual([false, true, false]);
    const proposed = overlaidLessons([], [series({ status: 'rejected' })]);
    expect(proposed.map(isRefused)).toEqual([true, false, false]);
  });

  it('tell a refused proposal from one that is on its way or has arrived', () => {
    const refused = series({ status: 'rejected' });
    expect(refusedPropose(lessonAt(overlaidLessons([], [refused]), 0))?.id).toBe(refused.id);
    expect(refusedPropose(lessonAt(overlaidLessons([], [series({ status: 'sending' })]), 0))).toBeNull();
    expect(refusedPropose(lessonAt(overlaidLessons(stored(), [refused]), 0))).toBeNull();
  });
});
