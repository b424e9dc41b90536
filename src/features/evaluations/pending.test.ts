import { expect, test } from 'vitest';
import type { EvaluationRow, LessonRequestRow } from '@/db/rows';
import { pendingEvaluations } from './pending';

const ME = 'me';
const request = (id: string, more: Partial<LessonRequestRow> = {}): LessonRequestRow => ({
  id,
  side: 'student',
  student_id: ME,
  teacher_id: 'teacher',
  dance_style_id: 'zouk',
  status: 'Aceito',
  preferred_days: [],
  preferred_times: [],
  message: null,
  reason: null,
  request_date: '2026-11-10T12:00:00Z',
  answered_at: '2026-11-11T12:00:00Z',
  cancelled_at: null,
  cancelled_by: null,
  other_name: 'Marina',
  other_image_url: null,
  other_whatsapp: null,
  other_email: null,
  ...more,
});
const written = (lesson_request_id: string): EvaluationRow => ({
  id: `of ${lesson_request_id}`,
  lesson_request_id,
  evaluated_id: 'teacher',
  rating: 5,
  comment: null,
  is_anonymous: false,
  created_at: '2026-11-12T12:00:00Z',
  updated_at: '2026-11-12T12:00:00Z',
});

const ids = (requests: LessonRequestRow[], evaluations: EvaluationRow[] = []) =>
  pendingEvaluations(ME, requests, evaluations).map((pending) => pending.lesson_request_id);

test('only accepted requests can be evaluated', () => {
  const others = (['Pendente', 'Recusado', 'Cancelado'] as const).map((status) =>
    request(status, { status }),
  );
  expect(ids([...others, request('open')])).toEqual(['open']);
});

test('an evaluated request is not offered again', () => {
  expect(ids([request('one'), request('two')], [written('one')])).toEqual(['two']);
});

test('a deleted account is not offered for evaluation', () => {
  expect(ids([request('gone', { other_name: null })])).toEqual([]);
});

test('the evaluated person is the other side; the newest request comes first', () => {
  const taught = request('taught', { side: 'teacher', student_id: 'student', teacher_id: ME });
  const newer = request('newer', { request_date: '2026-11-10T12:00:00.5-03:00' });
  expect(pendingEvaluations(ME, [taught, newer], [])).toMatchObject([
    { lesson_request_id: 'newer', evaluator_id: ME, evaluated_id: 'teacher', evaluated_name: 'Marina' },
    { lesson_request_id: 'taught', evaluator_id: ME, evaluated_id: 'student' },
  ]);
});
