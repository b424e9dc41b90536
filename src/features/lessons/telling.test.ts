import { expect, it } from 'vitest';
import type { LessonRow, TimedTerms } from '@/db/rows/lesson-fields';
import { LESSON } from '../../../tests/support/row-samples';
import { lessonToTell, tellingText } from './telling';

const NOW = Date.parse('2026-12-03T20:00:00Z');
const at = (starts_local: string, more: Partial<TimedTerms> = {}): TimedTerms => ({
  starts_local,
  zone: 'America/Sao_Paulo',
  starts_at: new Date(`${starts_local}-03:00`).toISOString(),
  minutes: 60,
  place: 'Estúdio Compasso',
  price_cents: null,
  ...more,
});
const lesson = (terms: TimedTerms | null, more: Partial<LessonRow> = {}): LessonRow => ({
  ...LESSON,
  id: 'l',
  request_id: 'r',
  agreed: terms,
  created_at: '2026-12-01T12:00:00Z',
  ...more,
});

it('tells of the soonest lesson of the request that is not over, and for three hours after its end', () => {
  const [running, next] = [at('2026-12-03T14:00'), at('2026-12-10T18:30')];
  const found = (...lessons: LessonRow[]) => lessonToTell(lessons, 'r', NOW)?.starts_local ?? null;
  expect(found(lesson(next), lesson(running))).toBe(running.starts_local);
  expect(found(lesson(at('2026-12-03T12:00')), lesson(next))).toBe(next.starts_local);
  expect(found(lesson(next, { status: 'called_off' }), lesson(next, { request_id: 'other' }))).toBeNull();
});

it('tells of the latest proposal while nothing is agreed, and of none that has lapsed', () => {
  const proposal = { ...at('2026-12-10T18:30'), id: 'p', proposed_at: '2026-12-01T12:00:00Z' };
  const proposed = { status: 'proposed', teacher_proposal: proposal, proposed_last: 'teacher' } as const;
  expect(lessonToTell([lesson(null, proposed)], 'r', NOW)).toEqual(proposal);
  const past = { ...proposal, ...at('2026-12-03T16:30') };
  expect(lessonToTell([lesson(null, { ...proposed, teacher_proposal: past })], 'r', NOW)).toBeNull();
});

it('writes lesson, place and the teacher’s page; without a lesson says so; a teacher shares no page', () => {
  const told = { side: 'student', other: 'Ana', style: 'Forró' } as const;
  const address = 'https://example.test/teachers/ana';
  expect(tellingText({ ...told, lesson: at('2026-12-10T18:30'), address })).toBe(
    'Vou ter aula de Forró com Ana: quinta, 10/12, às 18:30.\nLugar: Estúdio Compasso.\nA página no Danceflix: https://example.test/teachers/ana\nSe eu não der notícias depois da aula, me ligue.',
  );
  expect(tellingText({ ...told, lesson: at('2026-12-10T18:30', { place: null }), address })).toContain(
    'O lugar ainda não está combinado.',
  );
  expect(tellingText({ ...told, lesson: null, address })).toMatch(
    /^Estou combinando aulas de Forró com Ana\./,
  );
  const teacher = { ...told, side: 'teacher', lesson: at('2026-12-10T18:30'), address: null } as const;
  expect(tellingText(teacher)).toMatch(/^Vou dar aula de Forró para Ana: /);
  expect(tellingText(teacher)).not.toContain('Danceflix');
});
