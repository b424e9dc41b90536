import { expect, it } from 'vitest';
import { arrivedLate } from './arrived-late';
import type { StoredCommand } from './command';

const request = (part: Partial<StoredCommand>): StoredCommand => ({
  seq: 1,
  id: 'asked',
  kind: 'lesson_request.create',
  version: 1,
  entity: { table: 'lesson_requests', id: 'row' },
  payload: { request: { id: 'row', teacher_id: 'lia' } },
  base: null,
  userId: 'ana',
  visitor: null,
  createdAt: 0,
  status: 'rejected',
  attempts: 2,
  dueAt: 0,
  error: null,
  ack: null,
  ...part,
});

it('asks again of a refused request whose row has come all the same, and of no other', () => {
  const held = (id: string) => id === 'row';
  expect(arrivedLate([request({})], held)).toEqual(['asked']);
  expect(arrivedLate([request({})], () => false)).toEqual([]);
  expect(arrivedLate([request({ attempts: 1 })], held)).toEqual([]);
  expect(arrivedLate([request({ status: 'queued' })], held)).toEqual([]);
  expect(arrivedLate([request({ kind: 'lesson_request.cancel' })], held)).toEqual([]);
});
