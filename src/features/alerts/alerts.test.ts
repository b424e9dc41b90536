// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { visitorPhone } from '@/auth/visitor-phone';
import type { AlertRow } from '@/db/rows/own-rows';
import type { Versioned } from '@/db/rows/row-check';
import type { Draft } from '@/outbox/command';
import { alertSet } from '@/outbox/commands/alert-set';
import { alertStop } from '@/outbox/commands/alert-stop';
import type { StoredCommand } from '@/outbox/stored-command';
import { alertsOf } from './overlay';
import { addVisitorAlert, stopVisitorAlert, visitorAlerts } from './visitor-alerts';
import { alertKey, soughtWords } from './wish';

const sent: Draft[] = [];
const outcome = vi.hoisted(() => ({ stored: true, withdrawn: false, discarded: [] as string[] }));
vi.mock('@/outbox/entry', () => ({
  enqueue: async (draft: Draft) => {
    if (!outcome.stored) return { kind: 'not-stored', reason: 'full' };
    sent.push(draft);
    return { kind: 'stored', command: draft };
  },
  withdraw: async () => ({ kind: outcome.withdrawn ? 'gone' : 'too-late' }),
  discard: async (id: string) => void outcome.discarded.push(id),
}));

beforeEach(() => {
  sent.length = 0;
  Object.assign(outcome, { stored: true, withdrawn: false, discarded: [] });
});

const WISH = { style_id: 'zouk', city_id: 'vitoria', neighborhood: 'Jardim da Penha' };
const KEY = alertKey(WISH);
const row = (more: Partial<Versioned<AlertRow>> = {}): Versioned<AlertRow> => ({
  ...{ id: 'row', version: 5, is_on: true, ...WISH },
  ...more,
});
const command = (wanted: boolean, status = 'queued', ack: object | null = null) =>
  ({
    ...{ id: `c-${wanted}`, kind: 'alert.set', entity: { table: 'teacher_alerts', id: KEY } },
    ...{ payload: { ...WISH, wanted }, status, ack, createdAt: 0 },
  }) as unknown as StoredCommand;
const shown = (rows: Versioned<AlertRow>[], commands: StoredCommand[]) =>
  alertsOf(rows, commands).map(({ key }) => key);

test('an alert is shown and taken off at once, until its row has caught up', () => {
  expect(shown([], [command(true)])).toEqual([KEY]);
  expect(shown([row()], [command(false)])).toEqual([]);
  expect(shown([row()], [command(false), command(true)])).toEqual([KEY]);
  const ack = { version: 6, answer: { row_id: 'row' }, at: 0, settled: false };
  const delivered = command(false, 'delivered', ack);
  expect(shown([row()], [delivered])).toEqual([]);
  expect(shown([row({ version: 7 })], [delivered])).toEqual([KEY]);
});

test('the same wish in other letters is the same alert', () => {
  const written = row({ neighborhood: ' JARDIM da Pênha' });
  expect(shown([written], [command(true)])).toEqual([KEY]);
});

test('a refused alert is shown with its refusal, and is not shown as made', () => {
  const refused = command(true, 'rejected');
  expect(alertsOf([], [refused])).toMatchObject([{ key: KEY, write: { status: 'rejected' } }]);
  expect(alertsOf([row()], [command(false, 'rejected')])).toMatchObject([{ key: KEY }]);
  expect(shown([], [command(true), command(false)])).toEqual([]);
});

test('an alert is caught up with in its row’s version', () => {
  const ack = { version: 6, answer: { row_id: 'row' }, at: 0, settled: false };
  const held = (version: number) => ({ alerts: new Map([['row', version]]) }) as never;
  expect(alertSet.caughtUp(command(true) as never, ack as never, held(6))).toBe(true);
  expect(alertSet.caughtUp(command(true) as never, ack as never, held(5))).toBe(false);
  expect(alertSet.caughtUp(command(true) as never, ack as never, { alerts: null } as never)).toBe(false);
});

test('a visitor’s wish is stored once with the secret of the phone', async () => {
  await addVisitorAlert(WISH);
  await addVisitorAlert({ ...WISH, neighborhood: 'jardim da penha ' });
  await addVisitorAlert({ ...WISH, neighborhood: null });
  expect(sent.map(({ kind }) => kind)).toEqual(['alert.visitor', 'alert.visitor']);
  const secrets = new Set(visitorAlerts().map(({ secret }) => secret));
  expect([...secrets]).toEqual([visitorPhone.read()?.secret]);
});

test('a wish that the phone does not store leaves no row', async () => {
  outcome.stored = false;
  expect(await addVisitorAlert(WISH)).toMatchObject({ kind: 'not-stored' });
  expect(visitorAlerts()).toEqual([]);
});

test('stopping tells the server once, after the alert; with the last one the phone forgets its secret', async () => {
  await addVisitorAlert(WISH);
  const [alert] = visitorAlerts();
  if (!alert) throw new Error('nothing was stored');
  await stopVisitorAlert(alert, false);
  expect(sent[1]).toMatchObject({
    kind: 'alert.stop',
    entity: { id: alert.id },
    payload: { secret: alert.secret },
  });
  expect(alertStop.args({ ...sent[1], id: 'c' } as never)).toEqual({
    command_id: 'c',
    alert: { id: alert.id, secret: alert.secret },
  });
  expect(visitorAlerts()).toEqual([]);
  expect(visitorPhone.read()).toBeNull();
});

test('an unsent alert is taken back, a refused one discarded, and neither tells the server', async () => {
  await addVisitorAlert(WISH);
  await addVisitorAlert({ ...WISH, style_id: null });
  const [one, two] = visitorAlerts();
  if (!one || !two) throw new Error('nothing was stored');
  outcome.withdrawn = true;
  await stopVisitorAlert(one, false);
  expect(visitorPhone.read()).not.toBeNull();
  outcome.withdrawn = false;
  await stopVisitorAlert(two, true);
  expect(outcome.discarded).toEqual([two.id]);
  expect(sent.map(({ kind }) => kind)).toEqual(['alert.visitor', 'alert.visitor']);
});

test('an alert that could not be stopped stays in the list', async () => {
  await addVisitorAlert(WISH);
  const [alert] = visitorAlerts();
  outcome.stored = false;
  if (alert) await stopVisitorAlert(alert, false);
  expect(visitorAlerts()).toHaveLength(1);
});

test.each([
  [{ style: 'Zouk', city: 'Vitória', area: 'Centro' }, 'Zouk em Vitória, Centro'],
  [{ style: 'Zouk', city: '', area: 'Centro' }, 'Zouk em qualquer cidade'],
  [{ style: '', city: 'Rio de Janeiro', area: '' }, 'Aulas no Rio de Janeiro'],
])('%o in words', (sought, words) => {
  expect(soughtWords(sought)).toBe(words);
});
