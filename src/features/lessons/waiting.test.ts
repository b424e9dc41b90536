import { describe, expect, it } from 'vitest';
import { REQUEST } from '../../../tests/support/row-samples';
import type { ShownRequest } from './overlay';
import { besidesOf, byWish, dueText, isSilent, namesTeacher, togetherWith, waitLine } from './waiting';

/** A Monday, 10:00 in São Paulo: answered by Thursday, 16:00. */
const ASKED = '2026-03-02T13:00:00Z';
const at = (iso: string) => Date.parse(iso);
const MONDAY = at('2026-03-02T14:00:00Z');
const FRIDAY = at('2026-03-06T14:00:00Z');

const request = (part: Partial<ShownRequest> = {}): ShownRequest => ({
  ...REQUEST,
  version: 5,
  student_id: 'camila',
  teacher_id: 'marina',
  request_date: ASKED,
  other_name: 'Marina Couto',
  write: null,
  stored: true,
  firstLessonAt: Number.POSITIVE_INFINITY,
  ...part,
});

describe('the time of a request', () => {
  it.each([
    ['student', MONDAY, 'Marina tem até qui. 16:00 para responder'],
    ['student', FRIDAY, 'Marina ainda não respondeu. Veja outros professores.'],
    ['teacher', MONDAY, 'Responda até qui. 16:00'],
    ['teacher', FRIDAY, 'O prazo para responder passou. Você ainda pode responder.'],
  ] as const)('for the %s at %d', (side, now, text) => {
    expect(waitLine(request({ side }), now)).toBe(text);
  });

  it('does not point to other teachers once some were asked', () => {
    expect(waitLine(request(), FRIDAY, true)).toBe('Marina ainda não respondeu.');
  });

  it('runs only for what the server has and nobody has answered', () => {
    expect(waitLine(request({ stored: false }), MONDAY)).toBeNull();
    expect(waitLine(request({ status: 'Aceito' }), MONDAY)).toBeNull();
    expect(waitLine(request({ request_date: '' }), MONDAY)).toBeNull();
  });

  it('ends when the server says so, though this phone’s clock is slow', () => {
    expect(isSilent(request({ unanswered_at: '2026-03-05T19:00:00Z' }), MONDAY)).toBe(true);
    expect(isSilent(request(), at('2026-03-05T18:59:59Z'))).toBe(false);
    expect(isSilent(request(), at('2026-03-05T19:00:00Z'))).toBe(true);
  });

  it('names the day of a far deadline, as a wrong clock makes one', () => {
    expect(dueText(FRIDAY, at('2026-01-01T12:00:00Z'))).toBe('06/03/2026, 11:00');
  });
});

describe('the requests of one wish', () => {
  const first = request();
  const second = request({ id: 'r2', wish_id: 'r1', request_date: '2026-03-06T13:00:00Z' });
  const third = request({ id: 'r3', wish_id: 'r1', request_date: '2026-03-06T14:00:00Z' });
  const apart = request({ id: 'r4', request_date: '2026-03-05T13:00:00Z' });
  const newestFirst = [third, second, apart, first];
  const accepted = { ...second, status: 'Aceito' as const };

  it('are found from each of them, the first one first, and stand together in the list', () => {
    for (const one of [first, second, third]) {
      expect(togetherWith(one, newestFirst).map(({ id }) => id)).toEqual(['r1', 'r2', 'r3']);
    }
    expect(togetherWith(apart, newestFirst)).toEqual([apart]);
    expect(byWish(newestFirst).map(({ id }) => id)).toEqual(['r3', 'r2', 'r1', 'r4']);
  });

  it.each([
    ['while the time runs', first, [first], MONDAY, 'closed'],
    ['once the teacher was silent', first, [first], FRIDAY, 'open'],
    ['with three that wait', first, [first, second, third], FRIDAY, 'full'],
    ['with one of three declined', first, [first, second, { ...third, status: 'Recusado' }], FRIDAY, 'open'],
    ['after an acceptance', first, [first, accepted], FRIDAY, 'closed'],
    ['for the teacher', { ...first, side: 'teacher' }, [first], FRIDAY, 'closed'],
  ] as const)('offer other teachers %s: %#', (_when, one, wish, now, offer) => {
    expect(besidesOf(one, wish, now)).toBe(offer);
  });

  it('offer others after the student has withdrawn a silent one, not one that was never silent', () => {
    const cancelled = request({ status: 'Cancelado', cancelled_by: 'student' });
    expect(besidesOf(cancelled, [cancelled], FRIDAY)).toBe('closed');
    const silent = { ...cancelled, unanswered_at: ASKED };
    expect(besidesOf(silent, [silent], FRIDAY)).toBe('open');
    expect(besidesOf({ ...silent, is_withdrawn: true }, [silent], FRIDAY)).toBe('closed');
  });
});

it.each([
  ['Oi, Marina! Quero aprender.', true],
  ['Quero aprender na marinha.', false],
  [null, false],
])('tells whether the message names the teacher: %s', (message, names) => {
  expect(namesTeacher(request({ message }))).toBe(names);
});
