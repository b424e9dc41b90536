import { expect, it } from 'vitest';
import type { StoredCommand } from '@/outbox/stored-command';
import { momentsOf } from './moments';
import type { ShownRequest } from './overlay';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const YESTERDAY = '2026-11-24T12:00:00Z';

const request = (change: Partial<ShownRequest>): ShownRequest =>
  ({
    id: 'r',
    side: 'student',
    status: 'Pendente',
    write: null,
    answered_at: null,
    ...change,
  }) as ShownRequest;
const write = (kind: string, status: string) => ({ kind, status }) as StoredCommand;

it('celebrates a request as soon as this phone has it, and not again once it is delivered', () => {
  for (const status of ['queued', 'sending', 'delivered']) {
    const sent = request({ write: write('lesson_request.create', status) });
    expect(momentsOf([sent], NOW)).toEqual(['request-sent:r']);
  }
  expect(momentsOf([request({})], NOW)).toEqual([]);
});

it.each(['rejected', 'parked'])('celebrates no %s write', (status) => {
  const sent = request({ write: write('lesson_request.create', status) });
  const accepted = request({
    side: 'teacher',
    status: 'Aceito',
    answered_at: YESTERDAY,
    write: write('lesson_request.answer', status),
  });
  expect(momentsOf([sent, accepted], NOW)).toEqual([]);
});

it('celebrates an acceptance that the student sees within a week', () => {
  const accepted = { status: 'Aceito', answered_at: YESTERDAY } as const;
  expect(momentsOf([request(accepted)], NOW)).toEqual(['request-accepted:r']);
  expect(momentsOf([request({ ...accepted, answered_at: '2026-10-01T12:00:00Z' })], NOW)).toEqual([]);
  expect(momentsOf([request({ ...accepted, answered_at: null })], NOW)).toEqual([]);
});

it('celebrates an acceptance that the teacher gives on this phone', () => {
  const accepted = request({ side: 'teacher', status: 'Aceito', answered_at: YESTERDAY });
  expect(momentsOf([accepted], NOW)).toEqual([]);
  const given = { ...accepted, write: write('lesson_request.answer', 'queued') };
  expect(momentsOf([given], NOW)).toEqual(['request-accepted:r']);
});

it('celebrates neither a declined nor a cancelled request', () => {
  for (const status of ['Recusado', 'Cancelado'] as const)
    expect(momentsOf([request({ status, answered_at: YESTERDAY })], NOW)).toEqual([]);
});
