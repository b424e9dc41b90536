import { expect, test } from 'vitest';
import type { PartnerRequest, PartnerWish } from '@/db/rows/agenda-fields';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import type { NotebookRow } from '@/db/rows/notebook-fields';
import { isNotebook } from '@/db/rows/own-rows';
import type { Versioned } from '@/db/rows/row-check';
import type { Command } from '@/outbox/command';
import { partnerAnswer } from '@/outbox/commands/partner-answer';
import type { StoredCommand } from '@/outbox/stored-command';
import { isGuardian, isPartnerOver, partnersOf, readPartners, statesAdult } from './partners';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const ID = 'r';
const WISH: PartnerWish = {
  ...{ event_id: 'e', day: '2026-12-01', style_id: null, city_id: null },
  ...{ role: 'conduz', level: 'iniciante' },
};
const CONTACT = { name: 'Beto', whatsapp: '+5527999990002', email: null };
const asked = (more: Partial<PartnerRequest> = {}): PartnerRequest =>
  ({
    ...{ ...WISH, side: 'asker', found: false, ended: false, expires_at: '2026-12-02T05:00:00Z' },
    answers: [
      { id: 'a', person_id: 'p', name: 'Beto', state: 'waiting', contact: null },
      { id: 'b', person_id: 'q', name: 'Caio', state: 'waiting', contact: null },
    ],
    ...more,
  }) as PartnerRequest;
const answered = (state: 'waiting' | 'accepted'): PartnerRequest => ({
  ...{ ...WISH, side: 'answerer', found: true, ended: false, expires_at: '2026-12-02T05:00:00Z' },
  ...{ person_id: 'p', name: 'Ana', state, contact: state === 'accepted' ? CONTACT : null },
});
const row = (data: PartnerRequest, version = 5): Versioned<NotebookRow> => ({
  ...{ id: ID, kind: 'partner', version },
  data,
});
const command = (kind: string, payload: unknown, more: Partial<Command> = {}) =>
  ({
    ...{ id: kind, kind, version: 1, entity: { table: 'partner_requests', id: ID }, payload, createdAt: NOW },
    ...{ status: 'queued', ack: null, ...more },
  }) as unknown as StoredCommand;
const shown = (rows: Versioned<NotebookRow>[], ...commands: StoredCommand[]) =>
  partnersOf(rows, commands, NOW)[0];
const listed = { requestId: ID, personId: 'p', name: 'Ana', ...WISH };

test('a request and an answer are shown at once, without any contact', () => {
  const ask = command('partner.ask', { id: ID, ...WISH });
  expect(shown([], ask)?.request).toMatchObject({ side: 'asker', day: '2026-12-01', answers: [] });
  const answer = shown([], command('partner.answer', { ...listed, wanted: true }));
  expect(answer?.request).toMatchObject({ side: 'answerer', name: 'Ana', state: 'waiting', contact: null });
});

test('a statement to be of age travels with the write, is none of the request, and waits until the write is settled', () => {
  const ask = { id: ID, ...WISH, adult: true };
  const answer = { ...listed, wanted: true, adult: true };
  for (const [kind, payload] of [
    ['partner.ask', ask],
    ['partner.answer', answer],
  ] as const) {
    const stated = command(kind, payload);
    expect(JSON.stringify(shown([], stated)?.request)).not.toContain('adult');
    expect(statesAdult([stated])).toBe(true);
    expect(statesAdult([command(kind, { ...payload, adult: undefined })])).toBe(false);
    expect(statesAdult([command(kind, payload, { status: 'rejected' })])).toBe(false);
    const ack = { version: 6, settled: true, at: NOW, answer: {} };
    expect(statesAdult([command(kind, payload, { status: 'delivered', ack } as never)])).toBe(false);
  }
  const args = (payload: object) =>
    partnerAnswer.args(command('partner.answer', payload) as never).answer as object;
  expect(args(answer)).toEqual({ request_id: ID, wanted: true, adult: true });
  expect(args({ ...answer, adult: undefined })).toEqual({ request_id: ID, wanted: true });
});

test('an account is a guardian’s while lessons for a minor are asked for or go on', () => {
  const lessons = (more: Partial<LessonRequestRow>) =>
    ({ side: 'student', status: 'Pendente', guardian_terms: '1', ...more }) as LessonRequestRow;
  expect(isGuardian([lessons({})])).toBe(true);
  expect(isGuardian([lessons({ status: 'Aceito' })])).toBe(true);
  expect(
    isGuardian([
      ...[lessons({ guardian_terms: null }), lessons({ side: 'teacher' }), lessons({ status: 'Cancelado' })],
      ...[lessons({ status: 'Recusado' }), lessons({ status: 'Aceito', ended_at: '2026-11-20T12:00:00Z' })],
    ]),
  ).toBe(false);
});

test('accepting shows no contact before the row brings it, and accepts one answer only', () => {
  const accept = command('partner.accept', { requestId: ID, answerId: 'a', name: 'Beto' });
  expect(shown([row(asked())], accept)?.request).toMatchObject({
    found: true,
    answers: [
      { id: 'a', state: 'accepted', contact: null },
      { id: 'b', state: 'waiting', contact: null },
    ],
  });
});

test('withdrawing, on either side, takes the contact off the screen at once', () => {
  const accepted = asked({
    answers: [{ id: 'a', person_id: 'p', name: 'Beto', state: 'accepted', contact: CONTACT }],
  } as Partial<PartnerRequest>);
  const withdrawn = shown([row(accepted)], command('partner.withdraw', { requestId: ID }));
  expect(JSON.stringify(withdrawn?.request)).not.toContain('+55');
  const taken = shown([row(answered('accepted'))], command('partner.answer', { ...listed, wanted: false }));
  expect(taken?.request).toMatchObject({ state: 'ended', contact: null });
});

test('the row counts from the answered version on; a refused write leaves it, with its reason', () => {
  const done = { status: 'delivered', ack: { version: 6, settled: false, at: NOW, answer: {} } } as never;
  const withdraw = command('partner.withdraw', { requestId: ID }, done);
  expect(shown([row(asked(), 5)], withdraw)?.request.ended).toBe(true);
  expect(shown([row(asked(), 6)], withdraw)?.request.ended).toBe(false);
  const refused = command('partner.withdraw', { requestId: ID }, { status: 'rejected' });
  expect(shown([row(asked())], refused)).toMatchObject({ request: { ended: false }, write: refused });
  expect(shown([], command('partner.ask', { id: ID, ...WISH }, { status: 'rejected' }))?.request.side).toBe(
    'asker',
  );
});

test('by the phone’s clock a request is over with its date, and stands below open ones', () => {
  expect(isPartnerOver(asked(), Date.parse('2026-12-02T04:59:59Z'))).toBe(false);
  expect(isPartnerOver(asked(), Date.parse('2026-12-02T05:00:00Z'))).toBe(true);
  const rows = [
    { ...row(asked({ ended: true })), id: 'old' },
    { ...row(answered('waiting')), id: 'new' },
  ];
  expect(partnersOf(rows as Versioned<NotebookRow>[], [], NOW).map(({ id }) => id)).toEqual(['new', 'old']);
});

test('lists and rows of another shape are not shown', () => {
  const open = { id: ID, person_id: 'p', name: 'Ana', ...WISH };
  expect(readPartners([open, { ...open, role: 'chefe' }, { ...open, name: 3 }, null])).toEqual([open]);
  expect(() => readPartners({})).toThrow(TypeError);
  expect(isNotebook(row(asked()) as never)).toBe(true);
  expect(isNotebook(row(answered('accepted')) as never)).toBe(true);
  expect(isNotebook(row({ ...asked(), answers: [{ id: 3 }] } as never) as never)).toBe(false);
});
