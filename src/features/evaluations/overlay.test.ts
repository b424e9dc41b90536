import { expect, test } from 'vitest';
import type { EvaluationRow, LessonRequestRow } from '@/db/rows/lesson-rows';
import type { Versioned } from '@/db/rows/row-check';
import type { CommandStatus } from '@/outbox/command';
import type { StoredCommand } from '@/outbox/stored-command';
import { EVALUATION } from '../../../tests/support/row-samples';
import { evaluatedRequests, isOnServer, refusedSave, requestsNow, shownEvaluation } from './overlay';

const row: Versioned<EvaluationRow> = {
  ...EVALUATION,
  id: 'row',
  lesson_request_id: 'request',
  rating: 3,
  comment: 'Antes',
  created_at: '2026-11-12T12:00:00Z',
  updated_at: '2026-11-12T12:00:00Z',
  version: 5,
};

const save = (rating: number, status: CommandStatus, version: number | null = null): StoredCommand => ({
  seq: rating,
  id: `save-${rating}`,
  kind: 'evaluation.save',
  version: 1,
  entity: { table: 'lesson_evaluations', id: 'made-here' },
  payload: {
    evaluation: {
      id: 'made-here',
      lesson_request_id: 'request',
      rating,
      comment: null,
      is_anonymous: true,
    },
  },
  base: null,
  userId: 'me',
  visitor: null,
  createdAt: 0,
  status,
  attempts: 0,
  dueAt: 0,
  error: null,
  ack: version === null ? null : { version, answer: {}, at: 0, settled: false },
});

test('the latest queued write is shown', () => {
  expect(shownEvaluation('request', [], [save(4, 'sending'), save(2, 'queued')])).toMatchObject({
    id: 'made-here',
    rating: 2,
  });
  expect(shownEvaluation('another', [], [save(4, 'queued')])).toBeNull();
});

test('an evaluation counts as stored once its write is delivered, before the replica has it', () => {
  expect(isOnServer('request', [], [save(4, 'sending')])).toBe(false);
  expect(isOnServer('request', [], [save(4, 'delivered', 6), save(2, 'rejected')])).toBe(true);
  expect(isOnServer('request', [row], [])).toBe(true);
  expect(isOnServer('another', [row], [save(4, 'delivered', 6)])).toBe(false);
});

test('another phone’s evaluation of the same request is changed under its own id', () => {
  expect(shownEvaluation('request', [row], [save(4, 'queued')])).toMatchObject({ id: 'row', rating: 4 });
});

test('a delivered write is overlaid until the replica has caught up', () => {
  const delivered = save(4, 'delivered', 6);
  expect(shownEvaluation('request', [row], [delivered])).toMatchObject({ rating: 4 });
  const later = { ...row, version: 6, rating: 1 };
  expect(shownEvaluation('request', [later], [delivered])).toMatchObject({ rating: 1 });
});

test('a refused write is not shown as an evaluation, and can be corrected until a later one succeeds', () => {
  const refused = save(4, 'rejected');
  expect(shownEvaluation('request', [], [refused])).toBeNull();
  expect(refusedSave('request', [refused])).toBe(refused);
  expect(refusedSave('request', [refused, save(5, 'queued')])).toBeNull();
});

test('a queued write counts as evaluated, a refused one does not', () => {
  expect([...evaluatedRequests([], [save(4, 'queued')])]).toEqual(['request']);
  expect([...evaluatedRequests([], [save(4, 'rejected')])]).toEqual([]);
  expect([...evaluatedRequests([row], [])]).toEqual(['request']);
});

test('a request cancelled on this device is not offered for evaluation until the replica says otherwise', () => {
  const accepted = { id: 'request', version: 5, status: 'Aceito', answered_at: '1970-01-01T00:00:00Z' };
  const requests = [accepted as Versioned<LessonRequestRow>];
  const cancel = (status: CommandStatus, version: number | null = null): StoredCommand => ({
    ...save(1, status, version),
    kind: 'lesson_request.cancel',
    entity: { table: 'lesson_requests', id: 'request' },
    payload: { requestId: 'request', reason: null },
  });
  const ended = (command: StoredCommand) =>
    requestsNow(requests, [command], [])
      .filter(({ status }) => status === 'Cancelado')
      .map(({ id }) => id);
  for (const status of ['queued', 'sending', 'attention'] as const)
    expect(ended(cancel(status))).toEqual(['request']);
  expect(ended(cancel('delivered', 6))).toEqual(['request']);
  expect(ended(cancel('delivered', 5))).toEqual([]);
  // The server refused the cancellation: the request is still accepted.
  expect(ended(cancel('rejected'))).toEqual([]);
  expect(ended({ ...cancel('queued'), kind: 'lesson_request.answer' } as StoredCommand)).toEqual([]);
});
