import { expect, it } from 'vitest';
import type { RawCommand } from './command';
import { dueAmong } from './due';

let seq = 0;
function command(
  part: Pick<RawCommand, 'id' | 'kind' | 'entity' | 'payload'> & Partial<RawCommand>,
): RawCommand {
  seq += 1;
  return {
    seq,
    version: 1,
    base: null,
    userId: 'ana',
    visitor: null,
    createdAt: 0,
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    ...part,
  };
}
const cancel = (part: Partial<RawCommand> = {}) =>
  command({
    id: 'cancel',
    kind: 'lesson_request.cancel',
    entity: { table: 'lesson_requests', id: 'first' },
    payload: { requestId: 'first', reason: null },
    ...part,
  });
const unblock = (part: Partial<RawCommand> = {}) =>
  command({
    id: 'unblock',
    kind: 'block.set',
    entity: { table: 'blocks', id: 'lia' },
    payload: { personId: 'lia', name: 'Lia', wanted: false, wishedAt: '2026-11-20T12:00:00Z' },
    ...part,
  });
const ask = (after?: string[]) =>
  command({
    id: 'ask',
    kind: 'lesson_request.create',
    entity: { table: 'lesson_requests', id: 'second' },
    payload: { request: { id: 'second', teacher_id: 'lia' }, ...(after ? { after } : {}) },
  });
const due = (...commands: RawCommand[]) => [...dueAmong(commands, { now: 1_000 })].map(({ id }) => id);

it('makes a new request wait for the cancellation of the earlier one, being sent or in back-off', () => {
  expect(due(cancel(), ask(['first']))).toEqual(['cancel']);
  expect(due(cancel({ status: 'sending', attempts: 1 }), ask(['first']))).toEqual([]);
  expect(due(cancel({ dueAt: 60_000, attempts: 1 }), ask(['first']))).toEqual([]);
  expect(due(cancel({ status: 'delivered' }), ask(['first']))).toEqual(['ask']);
});

it('does not wait for a refused cancellation: the earlier request had already ended', () => {
  expect(due(cancel({ status: 'rejected' }), ask(['first']))).toEqual(['ask']);
  expect(due(cancel({ status: 'parked' }), ask(['first']))).toEqual(['ask']);
});

it('makes a request wait for the unblocking of its teacher', () => {
  expect(due(unblock({ dueAt: 60_000, attempts: 1 }), ask())).toEqual([]);
  expect(due(unblock({ userId: 'bia', dueAt: 60_000 }), ask())).toEqual(['ask']);
});

it('does not delay other commands', () => {
  expect(due(cancel({ dueAt: 60_000 }), ask())).toEqual(['ask']);
});
