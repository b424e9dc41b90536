import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import type { OwnEvent } from '@/db/rows/agenda-fields';
import type { NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import type { Command } from '@/outbox/command';
import { commandsOf } from '@/outbox/entry';
import type { StoredCommand } from '@/outbox/stored-command';
import { callOff, confirmEvent, propose, setGoing } from './actions';
import { blankDraft, checkEvent, draftOf, type EventDraft, eventOfDraft } from './event-draft';
import { goingKey, goingsOf } from './goings';
import { ownEventsOf } from './own-events';
import { setVisitorGoing, visitorGoings } from './visitor-goings';

const ME = '00000000-0000-4000-8000-0000000e1a00';
const EVENT = '00000000-0000-4000-8000-0000000000e1';
const NOW = Date.parse('2026-11-26T12:00:00Z');
const DRAFT: EventDraft = {
  ...blankDraft('Coletivo da Olga'),
  ...{ id: EVENT, title: ' Forró da Olga ', cityId: 'c', starts: '2026-12-01T20:00', weekly: true },
};
const SENT = eventOfDraft(DRAFT);

const data: OwnEvent = {
  ...{ title: 'Forró da Olga', event_kind: 'baile', style_ids: [], city_id: 'c', starts_at: SENT.starts_at },
  ...{ weekly: true, weekly_until: null, off_dates: [], confirmed_at: '2026-11-01T12:00:00Z' },
  ...{ slug: 'forro-da-olga', state: 'published', reason: null, is_published: true },
  ...{ sent_at: '2026-11-01T12:00:00Z', updated_at: '2026-11-01T12:00:00Z' },
};
const held = (more: Partial<OwnEvent> = {}, version = 5): Versioned<NotebookRow> => ({
  id: EVENT,
  kind: 'event',
  version,
  data: { ...data, ...more },
});
const command = (kind: string, payload: unknown, more: Partial<Command> = {}) =>
  ({
    ...{ id: kind, kind, version: 1, entity: { table: 'events', id: EVENT }, payload, createdAt: NOW },
    ...{ status: 'queued', ack: null, ...more },
  }) as unknown as StoredCommand;
const delivered = (version: number): Partial<Command> => ({
  status: 'delivered',
  ack: { version, settled: false, at: NOW, answer: {} } as unknown as Command['ack'],
});

test('a proposal is shown at once as waiting, a change of a refused one too', () => {
  const queued = command('event.propose', { event: SENT });
  expect(ownEventsOf([], [queued])).toMatchObject([
    { id: EVENT, isStored: false, data: { state: 'waiting' }, event: { title: 'Forró da Olga' } },
  ]);
  const refused = held({ state: 'refused', reason: 'Falta o endereço.', is_published: false });
  expect(ownEventsOf([refused], [])[0]?.data.reason).toBe('Falta o endereço.');
  expect(ownEventsOf([refused], [queued])[0]?.data).toMatchObject({ state: 'waiting', reason: null });
});

test('a proposal that the server refused keeps what was written; a refused change leaves the stored event', () => {
  const rejected = command('event.propose', { event: { ...SENT, title: 'Outro' } }, { status: 'rejected' });
  expect(ownEventsOf([], [rejected])[0]).toMatchObject({ data: { title: 'Outro' }, write: rejected });
  expect(ownEventsOf([held()], [rejected])[0]).toMatchObject({
    data: { title: 'Forró da Olga', state: 'published' },
    write: rejected,
  });
});

test('a confirmation and a called off date are shown until the replica has them in the answered version', () => {
  const confirmed = command('event.confirm', { eventId: EVENT, at: '2026-11-26T12:00:00Z' }, delivered(7));
  const off = command('event.call_off', { eventId: EVENT, day: '2026-12-08', off: true });
  const event = (version: number) => ownEventsOf([held({}, version)], [confirmed, off])[0]?.event;
  expect(event(6)?.confirmedAt).toBe(NOW);
  expect(event(7)?.confirmedAt).toBe(Date.parse('2026-11-01T12:00:00Z'));
  expect(event(6)?.weekly?.off).toEqual(['2026-12-08']);
  const on = command('event.call_off', { eventId: EVENT, day: '2026-12-08', off: false });
  expect(ownEventsOf([held({ off_dates: ['2026-12-08'] })], [on])[0]?.event.weekly?.off).toEqual([]);
});

test('who goes is shown at once, and a refused write is not shown as made', () => {
  const day = '2026-12-08';
  const key = goingKey(EVENT, day);
  const row: Versioned<NotebookRow> = {
    ...{ id: 'g', kind: 'going', version: 5 },
    data: { event_id: EVENT, day, going: true },
  };
  const set = (going: boolean, more: Partial<Command> = {}) =>
    command(
      'going.set',
      { eventId: EVENT, day, going },
      { entity: { table: 'event_goings', id: key }, ...more },
    );
  const goes = (rows: Versioned<NotebookRow>[], writes: StoredCommand[]) =>
    goingsOf(rows, writes).keys.has(key);
  expect(goes([], [set(true)])).toBe(true);
  expect(goes([row], [set(false)])).toBe(false);
  expect(goes([row], [set(false, delivered(6))])).toBe(false);
  expect(goes([row], [set(false, delivered(5))])).toBe(true);
  expect(goes([], [set(true, { status: 'rejected' })])).toBe(false);
});

test('the form says what the database would refuse, and sends Brasília’s wall time as an instant', () => {
  expect(SENT).toMatchObject({
    title: 'Forró da Olga',
    starts_at: '2026-12-01T23:00:00.000Z',
    ends_at: null,
  });
  const wrong = (more: Partial<EventDraft>) => Object.keys(checkEvent({ ...DRAFT, ...more }, NOW));
  expect(wrong({})).toEqual([]);
  expect(wrong({ title: 'ab', cityId: '', organiser: ' ' })).toEqual(['title', 'cityId', 'organiser']);
  expect(wrong({ url: 'http://a.example' })).toEqual(['url']);
  expect(wrong({ starts: '' })).toEqual(['starts']);
  expect(wrong({ starts: '2026-11-20T20:00', weekly: false })).toEqual(['starts']);
  expect(wrong({ starts: '2026-11-20T20:00' })).toEqual([]);
  expect(wrong({ ends: '2026-12-01T19:00' })).toEqual(['ends']);
  expect(wrong({ ends: '2026-12-03T19:00' })).toEqual(['ends']);
  expect(wrong({ until: '2026-11-30' })).toEqual(['until']);
  const event = ownEventsOf([held()], [])[0]?.event;
  expect(event && eventOfDraft(draftOf(event))).toMatchObject({ starts_at: SENT.starts_at, weekly: true });
});

beforeEach(() =>
  setIdentity({
    ...{ userId: ME, email: 'olga@example.com', role: 'student', name: 'Olga' },
    ...{ imageUrl: null, termsDue: null, state: 'active' },
  }),
);
afterEach(() => {
  clearIdentity();
});

test('presses without a connection replace one another; each date has its own', async () => {
  await propose(SENT);
  await propose({ ...SENT, title: 'Mudado' });
  await confirmEvent(EVENT);
  await confirmEvent(EVENT);
  await callOff(EVENT, '2026-12-08', true);
  await callOff(EVENT, '2026-12-15', true);
  await callOff(EVENT, '2026-12-08', false);
  await setGoing(EVENT, '2026-12-01', true);
  await setGoing(EVENT, '2026-12-01', false);
  const kept = (await commandsOf(ME)).map(({ kind, payload }) => [kind, payload]);
  expect(kept).toEqual([
    ['event.propose', { event: { ...SENT, title: 'Mudado' } }],
    ['event.confirm', { eventId: EVENT, at: expect.any(String) }],
    ['event.call_off', { eventId: EVENT, day: '2026-12-08', off: false }],
    ['event.call_off', { eventId: EVENT, day: '2026-12-15', off: true }],
    ['going.set', { eventId: EVENT, day: '2026-12-01', going: false }],
  ]);
});

test('a visitor’s dates stay on the phone, and leave it when the person marks them with an account', async () => {
  clearIdentity();
  const key = goingKey(EVENT, '2026-12-01');
  expect(await setGoing(EVENT, '2026-12-01', true)).toMatchObject({ kind: 'stored' });
  expect([...visitorGoings()]).toEqual([key]);
  expect(await propose(SENT)).toEqual({ kind: 'signed-out' });
  setVisitorGoing('x:2026-12-01', true);
  await setGoing(EVENT, '2026-12-01', false);
  expect([...visitorGoings()]).toEqual(['x:2026-12-01']);
});
