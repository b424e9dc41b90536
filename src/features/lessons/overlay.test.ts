import { describe, expect, it } from 'vitest';
import type { RawCommand } from '@/outbox/command';
import type { StoredCommand } from '@/outbox/stored-command';
import { REQUEST } from '../../../tests/support/row-samples';
import { cancelledBefore, isAgreed, isOpen, otherIdOf, overlaidRequests, wasRefused } from './overlay';
import type { OwnRequest } from './queries';

const ANNA = 'anna';
/** Milliseconds since 1970. */
const NOW = Date.parse('2026-11-25T12:00:00Z');

const row = (part: Partial<OwnRequest> = {}): OwnRequest => ({
  ...REQUEST,
  version: 5,
  side: 'teacher',
  student_id: 'sonia',
  teacher_id: ANNA,
  other_name: 'Sônia',
  ...part,
});

function command(kind: string, payload: unknown, part: Partial<RawCommand> = {}): StoredCommand {
  return {
    seq: 1,
    id: `c-${kind}`,
    kind,
    version: 1,
    entity: { table: 'lesson_requests', id: 'r1' },
    payload,
    base: 5,
    userId: ANNA,
    visitor: null,
    createdAt: Date.parse('2026-11-21T12:00:00Z'),
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    ...part,
  } as StoredCommand;
}

const accept = (part?: Partial<RawCommand>) =>
  command('lesson_request.answer', { requestId: 'r1', answer: 'accept', reason: null }, part);
const cancel = (part?: Partial<RawCommand>) =>
  command('lesson_request.cancel', { requestId: 'r1', reason: 'Viajo.' }, part);
const create = (part?: Partial<RawCommand>) =>
  command(
    'lesson_request.create',
    {
      request: {
        id: 'r1',
        teacher_id: 't1',
        dance_style_id: 'forro',
        preferred_days: ['segunda'],
        preferred_times: [],
        message: 'Oi',
      },
    },
    part,
  );
const ack = (version: number, settled = false) => ({ version, answer: {}, at: 0, settled });

const one = (rows: OwnRequest[], ...commands: StoredCommand[]) => overlaidRequests(rows, commands)[0];

describe('requests with the writes of this phone', () => {
  it('shows an answer at once and until the replica has it', () => {
    expect(one([row()], accept())).toMatchObject({ status: 'Aceito', write: { status: 'queued' } });
    const delivered = accept({ status: 'delivered', ack: ack(9) });
    expect(one([row()], delivered)?.status).toBe('Aceito');
    expect(one([row({ version: 9, status: 'Cancelado' })], delivered)?.status).toBe('Cancelado');
  });

  it('shows the server’s state after a refusal, with the refused write', () => {
    const shown = one([row({ status: 'Cancelado', version: 7 })], accept({ status: 'rejected' }));
    expect(shown).toMatchObject({ status: 'Cancelado', write: { status: 'rejected' } });
    expect(one([row()], accept({ status: 'rejected' }))?.status).toBe('Pendente');
  });

  it('returns the refused write, whatever waits behind it', () => {
    const refused = accept({ status: 'rejected' });
    const shown = one([row()], refused, cancel({ seq: 2, status: 'parked' }));
    expect(shown).toMatchObject({ status: 'Pendente', write: { id: refused.id } });
  });

  it('ignores a change that the state machine forbids', () => {
    expect(one([row({ status: 'Cancelado' })], accept())?.status).toBe('Cancelado');
    expect(one([row({ status: 'Recusado' })], cancel())?.status).toBe('Recusado');
  });

  it('removes the contact with a cancellation', () => {
    const accepted = row({
      status: 'Aceito',
      other_whatsapp: '+5511900000001',
      other_email: 's@example.test',
    });
    expect(one([accepted], cancel())).toMatchObject({
      status: 'Cancelado',
      reason: 'Viajo.',
      cancelled_by: 'teacher',
      other_whatsapp: null,
      other_email: null,
    });
  });

  it.each([
    [7, 'Aceito', true],
    [6.99, 'Cancelado', false],
  ])(
    'ends lessons agreed %d days ago, and keeps that they were agreed, or cancels them',
    (days, status, ended) => {
      const answered_at = new Date(NOW - days * 24 * 3_600_000).toISOString();
      const agreed = row({ status: 'Aceito', answered_at, other_email: 's@example.test' });
      const shown = one([agreed], cancel({ createdAt: NOW }));
      expect(shown).toMatchObject({ status, reason: 'Viajo.', other_email: null });
      expect([Boolean(shown?.ended_at), shown && isOpen(shown), shown && isAgreed(shown)]).toEqual([
        ended,
        false,
        false,
      ]);
      const again = one([agreed], cancel({ createdAt: NOW }), cancel({ seq: 2, createdAt: NOW + 1 }));
      expect([again?.status, again?.ended_at]).toEqual([shown?.status, shown?.ended_at]);
    },
  );

  it.each([
    ['held', -1, 'Aceito', true],
    ['missed', -1, 'Aceito', true],
    ['confirmed', 0, 'Aceito', true],
    ['confirmed', 1, 'Cancelado', false],
    ['called_off', -1, 'Cancelado', false],
  ] as const)(
    'ends what had a lesson: one that is %s, %s hours from now, makes it %s',
    (status, hours, after, ended) => {
      const answered_at = new Date(NOW - 24 * 3_600_000).toISOString();
      const starts_at = new Date(NOW + hours * 3_600_000).toISOString();
      const terms = { starts_at, starts_local: '', zone: 'UTC', minutes: 60, place: null, price_cents: null };
      const lessons = [
        { request_id: 'r1', status, agreed: terms },
        { request_id: 'r2', status: 'held' as const, agreed: terms },
      ];
      const agreed = row({ status: 'Aceito', answered_at });
      const [shown] = overlaidRequests([agreed], [cancel({ createdAt: NOW })], lessons);
      expect([shown?.status, Boolean(shown?.ended_at)]).toEqual([after, ended]);
    },
  );

  it('shows a request that is only on this phone, and its cancellation', () => {
    expect(one([], create())).toMatchObject({ status: 'Pendente', side: 'student', stored: false });
    expect(one([], create(), cancel())).toMatchObject({ status: 'Cancelado', cancelled_by: 'student' });
  });

  it('shows a request once when the replica has it, and no more once it is gone from there', () => {
    const delivered = create({ status: 'delivered', ack: ack(5) });
    expect(overlaidRequests([row()], [delivered])).toHaveLength(1);
    expect(overlaidRequests([], [delivered])).toHaveLength(1);
    expect(overlaidRequests([], [create({ status: 'delivered', ack: ack(5, true) })])).toEqual([]);
  });

  it('tells a refused creation from a stored request', () => {
    const refused = one([], create({ status: 'rejected' }));
    expect(refused && wasRefused(refused)).toBe(true);
    const waiting = one([], create());
    expect(waiting && wasRefused(waiting)).toBe(false);
  });

  it('finds the requests to a teacher whose cancellation is still unsent', () => {
    const rows = [row({ side: 'student', teacher_id: 'lia' })];
    expect(cancelledBefore('lia', rows, [cancel()])).toEqual(['r1']);
    expect(cancelledBefore('rui', rows, [cancel()])).toEqual([]);
    expect(cancelledBefore('lia', rows, [cancel({ status: 'delivered', ack: ack(9) })])).toEqual([]);
    expect(cancelledBefore('lia', rows, [cancel({ status: 'rejected' })])).toEqual([]);
    expect(cancelledBefore('lia', [], [create(), cancel()])).toEqual([]);
    expect(cancelledBefore('t1', [], [create(), cancel()])).toEqual(['r1']);
  });
});

it('names the other person of the request for each side', () => {
  expect([otherIdOf(row()), otherIdOf(row({ side: 'student' }))]).toEqual(['sonia', ANNA]);
});
