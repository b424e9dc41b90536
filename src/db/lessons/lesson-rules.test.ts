import { describe, expect, it } from 'vitest';
import type { LessonProposal, LessonRow, TimedTerms } from '@/db/rows/lesson-fields';
import { lessonWords, spokenStart } from '@/db/words/lesson-words';
import { LESSON } from '../../../tests/support/row-samples';
import {
  areContradictory,
  bySoonest,
  callOff,
  confirmTerms,
  hasLapsed,
  isMeant,
  isMyTurn,
  leadingTerms,
  nextLesson,
  proposeTerms,
  tellOutcome,
  timed,
  toAct,
  withdrawTerms,
} from './lesson-rules';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const at = (local: string): TimedTerms =>
  timed({ starts_local: local, zone: 'America/Sao_Paulo', minutes: 60, place: null, price_cents: null });
const proposal = (id: string, local = '2026-12-03T18:30'): LessonProposal => ({
  ...at(local),
  id,
  proposed_at: '2026-12-01T10:00:00.000Z',
});
const row = (part: Partial<LessonRow> = {}): LessonRow => ({
  ...LESSON,
  status: 'proposed',
  student_proposal: proposal('p1'),
  proposed_last: 'student',
  created_at: '2026-12-01T10:00:00.000Z',
  ...part,
});
const confirmed = (local = '2026-12-03T18:30', part: Partial<LessonRow> = {}) =>
  row({ status: 'confirmed', agreed: at(local), student_proposal: null, proposed_last: null, ...part });

describe('Who has to act', () => {
  it.each([
    ['the other side of the latest proposal', row(), 'teacher'],
    [
      'of two that cross, who did not make the latest',
      row({ teacher_proposal: proposal('p2'), proposed_last: 'teacher' }),
      'student',
    ],
    [
      'nobody for times that have passed',
      row({ student_proposal: proposal('p1', '2026-11-01T10:00') }),
      null,
    ],
    ['nobody for a confirmed lesson', confirmed(), null],
    [
      'the other side of a change',
      confirmed('2026-12-03T18:30', { teacher_proposal: proposal('p2'), proposed_last: 'teacher' }),
      'student',
    ],
    ['both after the end', confirmed('2026-12-01T08:00'), 'both'],
    ['nobody while it goes on', confirmed('2026-12-01T08:01'), null],
    ['who has not told yet', confirmed('2026-12-01T08:00', { student_outcome: 'held' }), 'teacher'],
    [
      'nobody once both have told, whatever they said',
      confirmed('2026-12-01T08:00', { student_outcome: 'held', teacher_outcome: 'student_missed' }),
      null,
    ],
    ['nobody after thirty days', confirmed('2026-10-01T08:00'), null],
    ['nobody once it is called off', row({ status: 'called_off' }), null],
  ])('%s', (_, lesson, who) => {
    expect(toAct(lesson, NOW)).toBe(who);
    expect(isMyTurn(lesson, NOW)).toBe(who === 'student' || who === 'both');
  });
});

describe('Rules', () => {
  it('one’s own proposal is not confirmed, nor one that nobody has seen', () => {
    expect(confirmTerms(row(), 'student', 'p1', NOW)).toBe('proposal_changed');
    expect(confirmTerms(row(), 'teacher', 'p0', NOW)).toBe('proposal_changed');
    expect(confirmTerms(row(), 'teacher', 'p1', NOW)).toMatchObject({
      status: 'confirmed',
      agreed: at('2026-12-03T18:30'),
      student_proposal: null,
    });
  });

  it('times that have passed are refused', () => {
    expect(proposeTerms(row(), 'teacher', proposal('p2', '2026-11-30T10:00'), NOW)).toBe('start_passed');
    const late = row({ student_proposal: proposal('p1', '2026-11-30T10:00') });
    expect(confirmTerms(late, 'teacher', 'p1', NOW)).toBe('start_passed');
    expect(callOff(confirmed('2026-12-01T08:59'), 'student', NOW)).toBe('lesson_started');
    expect(callOff(confirmed('2026-12-01T09:01'), 'student', NOW)).toMatchObject({ status: 'called_off' });
  });

  it('the last proposal of a lesson that was never confirmed takes it along', () => {
    expect(withdrawTerms(row(), 'student', 'p1')).toMatchObject({
      status: 'called_off',
      called_off_by: 'student',
    });
    const two = row({ teacher_proposal: proposal('p2'), proposed_last: 'student' });
    expect(withdrawTerms(two, 'student', 'p1')).toMatchObject({
      status: 'proposed',
      student_proposal: null,
      proposed_last: 'teacher',
    });
  });

  it('an outcome decides only when both say the same', () => {
    const begun = confirmed('2026-12-01T08:00', { teacher_outcome: 'held' });
    expect(tellOutcome(begun, 'student', 'held', NOW)).toMatchObject({ status: 'held' });
    const other = tellOutcome(begun, 'student', 'teacher_missed', NOW);
    expect(other).toMatchObject({ status: 'confirmed', teacher_outcome: 'held' });
    expect(typeof other !== 'string' && areContradictory(other)).toBe(true);
    expect(tellOutcome(confirmed(), 'student', 'held', NOW)).toBe('lesson_not_started');
    const running = confirmed('2026-12-01T08:01');
    expect(tellOutcome(running, 'student', 'held', NOW)).toBe('lesson_not_ended');
    expect(tellOutcome(running, 'student', 'teacher_missed', NOW)).toMatchObject({ status: 'confirmed' });
    expect(tellOutcome(confirmed('2026-10-01T08:00'), 'student', 'held', NOW)).toBe('too_late');
  });

  it('“this and the following” is this one and the later open ones of its series', () => {
    const named = { lessonId: 'l1', requestId: 'r1', seriesId: 's', index: 3, scope: 'following' as const };
    const one = (series_index: number, part: Partial<LessonRow> = {}) =>
      row({ id: `l-${series_index}`, series_id: 's', series_index, ...part });
    expect(isMeant(one(4), named, NOW)).toBe(true);
    expect(isMeant(one(2), named, NOW)).toBe(false);
    expect(isMeant(one(4, { status: 'called_off' }), named, NOW)).toBe(false);
    expect(isMeant(one(4, { series_id: 'other' }), named, NOW)).toBe(false);
    expect(isMeant(one(4), { ...named, scope: 'one' }, NOW)).toBe(false);
  });
});

it('the next lesson is the soonest confirmed one that has not ended', () => {
  const running = confirmed('2026-12-01T08:30', { id: 'running' });
  const over = confirmed('2026-12-01T07:30', { id: 'over' });
  const later = confirmed('2026-12-04T08:00', { id: 'later' });
  expect(nextLesson([later, row(), over, running], NOW)?.id).toBe('running');
  expect(nextLesson([row()], NOW)).toBeNull();
  expect([later, row({ student_proposal: null }), over].sort(bySoonest).map(({ id }) => id)).toEqual([
    'over',
    'later',
    'l1',
  ]);
  expect(leadingTerms(row())?.starts_local).toBe('2026-12-03T18:30');
});

describe('Words', () => {
  it.each([
    ['Aguardando resposta', row()],
    ['Proposta para você responder', row({ side: 'teacher' })],
    ['Duas propostas: aguardando resposta', row({ teacher_proposal: proposal('p2') })],
    ['Duas propostas: responda', row({ side: 'teacher', teacher_proposal: proposal('p2') })],
    ['Venceu sem confirmação', row({ student_proposal: proposal('p1', '2026-11-01T10:00') })],
    ['Confirmada', confirmed()],
    [
      'Confirmada, com mudança para você responder',
      confirmed('2026-12-03T18:30', { teacher_proposal: proposal('p2'), proposed_last: 'teacher' }),
    ],
    [
      'Confirmada, com mudança proposta por você',
      confirmed('2026-12-03T18:30', { student_proposal: proposal('p2'), proposed_last: 'student' }),
    ],
    ['Conte como foi', confirmed('2026-12-01T08:00')],
    ['Conte você também como foi', confirmed('2026-12-01T08:00', { teacher_outcome: 'held' })],
    ['Aguardando o que a outra pessoa conta', confirmed('2026-12-01T08:00', { student_outcome: 'held' })],
    [
      'Vocês contaram coisas diferentes',
      confirmed('2026-12-01T08:00', { student_outcome: 'held', teacher_outcome: 'student_missed' }),
    ],
    ['Sem registro de como foi', confirmed('2026-10-01T08:00')],
    ['Aconteceu', confirmed('2026-12-01T08:00', { status: 'held' })],
    [
      'O aluno faltou',
      confirmed('2026-12-01T08:00', { status: 'missed', teacher_outcome: 'student_missed' }),
    ],
    [
      'O professor faltou',
      confirmed('2026-12-01T08:00', { status: 'missed', student_outcome: 'teacher_missed' }),
    ],
    ['Cancelada por você', row({ status: 'called_off', called_off_by: 'student' })],
    ['Cancelada por vocês dois', row({ status: 'called_off', called_off_by: 'both' })],
    ['Cancelada pelo professor', row({ status: 'called_off', called_off_by: 'teacher' })],
    ['Cancelada', row({ status: 'called_off' })],
  ])('%s', (words, lesson) => {
    expect(lessonWords(lesson, NOW)).toBe(words);
    expect(hasLapsed(lesson, NOW)).toBe(words === 'Venceu sem confirmação');
  });

  it('say a start as notifications do', () => {
    expect(spokenStart('2026-12-03T18:30')).toBe('quinta, 03/12, às 18:30');
  });
});
