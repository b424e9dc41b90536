import { beforeEach, expect, test, vi } from 'vitest';
import { START } from '@/db/rows/checkpoint';
import { logger } from '@/lib/logger';
import { readPage } from './pull-page';
import { askedAgain, countUnread, isDueAgain, unreadIds, withPage } from './unread';

const id = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const row = (n: number, fields: Record<string, unknown> = {}) => ({
  id: id(n),
  name: 'Vitória',
  active: true,
  _xid: 100 + n,
  _deleted: false,
  ...fields,
});
const bad = (n: number) => row(n, { name: null });
const spansIn = (rows: unknown[], after = START) => {
  const checkpoint = { xid: 900, id: id(900) };
  return readPage('cities', { epoch: 'e', rows, checkpoint, done: true, total: null }, after).unread;
};
const place = (n: number) => ({ xid: 100 + n, id: id(n) });

beforeEach(() => {
  vi.spyOn(logger, 'error').mockImplementation(() => undefined);
});

test('the position of an unreadable row lies between its readable neighbours', () => {
  expect(spansIn([row(1), bad(2), row(3), bad(4)])).toEqual([
    { from: place(1), to: place(3), ids: [id(2)], nameless: 0 },
    { from: place(3), to: { xid: 900, id: id(900) }, ids: [id(4)], nameless: 0 },
  ]);
  expect(spansIn([bad(1), null, { id: 7 }, row(3)], place(0))).toEqual([
    { from: place(0), to: place(3), ids: [id(1)], nameless: 2 },
  ]);
  // A position beyond the page is ignored.
  expect(spansIn([row(1), row(2, { name: null, _xid: 1e15 }), row(3)])[0]).toMatchObject({ nameless: 1 });
});

test('a recovered row is forgotten, the others are not', () => {
  const unread = withPage(undefined, spansIn([bad(1), bad(2), row(3)]), new Set());
  expect(countUnread(unread)).toBe(2);
  const left = withPage(unread, [], new Set([id(1)]));
  expect([...unreadIds(left)]).toEqual([id(2)]);
  expect(withPage(left, [], new Set([id(2)]))).toBeUndefined();
});

test('a repeated page counts its rows once', () => {
  const spans = spansIn([bad(1), null, row(3)]);
  const once = withPage(undefined, spans, new Set());
  expect(countUnread(withPage(once, spans, new Set()))).toBe(countUnread(once));
});

test('thousands of them take little room, and each is still within a span', () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => (n % 2 ? bad(n) : row(n)));
  const unread = withPage(undefined, spansIn(rows), new Set());
  expect(countUnread(unread)).toBe(1_500);
  expect(unread?.spans.length).toBeLessThanOrEqual(100);
  expect(JSON.stringify(unread).length).toBeLessThan(70_000);
  const last = unread?.spans.at(-1);
  expect(last?.to).toEqual({ xid: 900, id: id(900) });
});

test('they are requested at once, then ever less often, by the next release again, and whatever the clock does', () => {
  const unread = withPage(undefined, spansIn([bad(1)]), new Set());
  if (!unread) throw new Error('nothing to request');
  const now = 1_000_000_000;
  expect(isDueAgain(unread, now)).toBe(true);
  let again = unread;
  const waits: number[] = [];
  for (let tries = 0; tries < 8; tries++) {
    again = askedAgain(again, again.spans, now) ?? unread;
    const minutes = [0, 1, 4, 16, 64, 256, 1_024, 1_440, 10_000];
    waits.push(minutes.find((minute) => isDueAgain(again, now + minute * 60_000)) ?? Number.NaN);
  }
  expect(waits).toEqual([1, 4, 16, 64, 256, 1_024, 1_440, 1_440]);
  expect(isDueAgain(again, now + 60_000)).toBe(false);
  expect(isDueAgain(again, now + 60_000, true)).toBe(true);
  expect(isDueAgain({ ...again, release: 'another' }, now)).toBe(true);
  expect(isDueAgain(again, now - 365 * 24 * 60 * 60_000)).toBe(true);
  expect(askedAgain(again, [], now)).toBeUndefined();
});
