import { expect, test } from 'vitest';
import type { LessonRow } from '@/db/rows/lesson-fields';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import { REQUEST } from '../../../tests/support/row-samples';
import { pendingEvaluations } from './pending';

const ME = 'me';
const request = (id: string, more: Partial<LessonRequestRow> = {}): LessonRequestRow => ({
  ...REQUEST,
  id,
  student_id: ME,
  dance_style_id: 'zouk',
  status: 'Aceito',
  request_date: '2026-11-10T12:00:00Z',
  answered_at: '2026-11-11T12:00:00Z',
  other_name: 'Marina',
  ...more,
});
const NOW = Date.parse('2026-11-20T12:00:00Z');

type Known = Parameters<typeof pendingEvaluations>[2];
const known = (more: Partial<Known> = {}): Known => ({
  lessons: [],
  evaluated: new Set(),
  blocked: new Set(),
  ...more,
});
const ids = (requests: LessonRequestRow[], more: Partial<Known> = {}, now = NOW) =>
  pendingEvaluations(ME, requests, known(more), now).map((pending) => pending.lesson_request_id);

test('only accepted requests can be evaluated', () => {
  const others = (['Pendente', 'Recusado', 'Cancelado'] as const).map((status) =>
    request(status, { status }),
  );
  expect(ids([...others, request('open')])).toEqual(['open']);
});

test('an evaluated request is not offered again', () => {
  expect(ids([request('one'), request('two')], { evaluated: new Set(['one']) })).toEqual(['two']);
});

test('a deleted account is not offered for evaluation, nor is a person whom the user blocks', () => {
  expect(ids([request('gone', { other_name: null })])).toEqual([]);
  expect(ids([request('blocked')], { blocked: new Set(['teacher']) })).toEqual([]);
});

test('the invitation comes a week after the acceptance, or at the end of the first lesson that was held or missed', () => {
  const asked = [request('one', { preferred_days: ['quinta'] })];
  const at = (iso: string) => Date.parse(iso);
  const lesson = (status: LessonRow['status']): Partial<Known> => ({
    lessons: [
      {
        request_id: 'one',
        status,
        agreed: {
          starts_at: '2026-11-12T18:00:00Z',
          starts_local: '2026-11-12T15:00',
          zone: 'America/Sao_Paulo',
          minutes: 60,
          place: null,
          price_cents: null,
        },
      },
    ],
  });
  expect(ids(asked, {}, at('2026-11-18T11:59:59Z'))).toEqual([]);
  expect(ids(asked, {}, at('2026-11-18T12:00:00Z'))).toEqual(['one']);
  const evening = at('2026-11-12T19:00:00Z');
  for (const status of ['held', 'missed'] as const)
    expect(ids(asked, lesson(status), evening)).toEqual(['one']);
  for (const status of ['confirmed', 'called_off'] as const)
    expect(ids(asked, lesson(status), evening)).toEqual([]);
});

test('a date that cannot be read does not withhold the invitation', () => {
  expect(ids([request('one', { answered_at: 'ontem' })], {}, NOW)).toEqual(['one']);
});

test('the evaluated person is the other side; the newest request comes first', () => {
  const taught = request('taught', { side: 'teacher', student_id: 'student', teacher_id: ME });
  const newer = request('newer', { request_date: '2026-11-10T12:00:00.5-03:00' });
  expect(pendingEvaluations(ME, [taught, newer], known(), NOW)).toMatchObject([
    { lesson_request_id: 'newer', evaluator_id: ME, evaluated_id: 'teacher', evaluated_name: 'Marina' },
    { lesson_request_id: 'taught', evaluator_id: ME, evaluated_id: 'student' },
  ]);
});
