import { expect, it } from 'vitest';
import {
  type InstallRecord,
  MOST_REFUSALS,
  mayAsk,
  NEVER_SEEN,
  REST,
  recordFrom,
  refused,
  seen,
  shown,
} from './record';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-20T12:00:00-03:00');
const YEARS = 4 * 365 * DAY;

/** Somebody who comes at each of these times, and goes on to a second screen. */
const visiting = (record: InstallRecord, ...times: number[]) => times.reduce(seen, record);
const regular = visiting(NEVER_SEEN, NOW - DAY, NOW);

it('asks nobody on a first visit, nor on the first screen of a later one', () => {
  const first = visiting(NEVER_SEEN, NOW, NOW + 60_000);
  expect(first.visits).toBe(1);
  expect(mayAsk(first, NOW, 9)).toBe(false);
  expect(mayAsk(regular, NOW, 1)).toBe(false);
  expect(mayAsk(regular, NOW, 2)).toBe(true);
});

it('half an hour away is another visit', () => {
  expect(visiting(NEVER_SEEN, NOW, NOW + 29 * 60_000).visits).toBe(1);
  expect(visiting(NEVER_SEEN, NOW, NOW + 30 * 60_000).visits).toBe(2);
});

it('whoever has written something is asked on a first visit, after its first screen', () => {
  const writer = { ...visiting(NEVER_SEEN, NOW), wrote: true };
  expect(mayAsk(writer, NOW, 1)).toBe(false);
  expect(mayAsk(writer, NOW, 2)).toBe(true);
});

it('leaves people alone for 30 days after a no', () => {
  const no = refused(regular, NOW);
  expect(mayAsk(seen(no, NOW + REST - 1), NOW + REST - 1, 5)).toBe(false);
  expect(mayAsk(seen(no, NOW + REST), NOW + REST, 5)).toBe(true);
});

it('gives up after three of them, and never asks where the app is installed', () => {
  let record = regular;
  for (let times = 1; times <= MOST_REFUSALS; times++) record = refused(record, NOW + times * REST);
  const later = NOW + 99 * REST;
  expect(mayAsk({ ...record, seenAt: later }, later, 5)).toBe(false);
  expect(mayAsk({ ...regular, installed: true }, NOW, 5)).toBe(false);
});

it('three showings without an answer are a no', () => {
  const twice = shown(shown(regular, NOW), NOW);
  expect(mayAsk(twice, NOW, 2)).toBe(true);
  const thrice = shown(twice, NOW);
  expect(mayAsk(thrice, NOW, 2)).toBe(false);
  expect(thrice.ignored).toBe(0);
});

it('a no said by a clock that ran years ahead holds for 30 days, not for years', () => {
  const ahead = refused(visiting(regular, NOW + YEARS), NOW + YEARS);
  const corrected = seen(ahead, NOW);
  expect(mayAsk(corrected, NOW, 5)).toBe(false);
  expect(mayAsk(seen(corrected, NOW + REST), NOW + REST, 5)).toBe(true);
});

it('a clock that goes to and fro never makes the rest shorter', () => {
  let record = refused(regular, NOW);
  for (const time of [NOW + YEARS, NOW + 60_000, 0, NOW + 120_000, NOW + YEARS, NOW + 180_000]) {
    record = seen(record, time);
    expect(mayAsk(record, time, 5), String(time)).toBe(false);
  }
  const rested = record.seenAt + REST;
  expect(mayAsk(seen(record, rested), rested, 5)).toBe(true);
});

it('keeps what it can read of what was stored', () => {
  const no = refused(regular, NOW);
  expect(recordFrom(JSON.stringify(no))).toEqual(no);
  for (const text of [null, '', 'null', '[]', '"x"', '{'])
    expect(recordFrom(text), String(text)).toEqual(NEVER_SEEN);
  expect(recordFrom('{"visits":-3,"seenAt":"soon","refusedAt":null,"refusals":1.5,"wrote":1}')).toEqual(
    NEVER_SEEN,
  );
});
