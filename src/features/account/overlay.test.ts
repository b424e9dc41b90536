import { expect, it } from 'vitest';
import type { NotificationRow } from '@/db/rows/own-rows';
import { withoutBlocked } from './overlay';

const notice = (id: string, url: string | null): NotificationRow => ({
  id,
  kind: 'lesson_request.accepted',
  title: 'Pedido aceito!',
  body: 'Marina aceitou seu pedido.',
  url,
  read_at: null,
  created_at: '2026-11-25T12:00:00Z',
});
const requests = [
  { id: 'r1', student_id: 'eu', teacher_id: 'marina' },
  { id: 'r2', student_id: 'eu', teacher_id: 'rui' },
];
const rows = [notice('a', '/student/requests/r1'), notice('b', '/student/requests/r2'), notice('c', null)];

it('leaves out the notifications about requests of blocked people, whichever side the user is on', () => {
  const ids = (hidden: string[], from = requests) =>
    withoutBlocked(rows, from, new Set(hidden)).map(({ id }) => id);
  expect(ids(['marina'])).toEqual(['b', 'c']);
  expect(ids(['marina', 'rui'])).toEqual(['c']);
  const turned = requests.map(({ id, ...two }) => ({
    id,
    student_id: two.teacher_id,
    teacher_id: two.student_id,
  }));
  const asTeacher = [notice('d', '/teacher/requests/r1')];
  expect(withoutBlocked(asTeacher, turned, new Set(['marina']))).toEqual([]);
});

it('returns the same list while nobody is blocked', () => {
  expect(withoutBlocked(rows, requests, new Set())).toBe(rows);
});
