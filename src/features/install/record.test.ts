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

/** A visitor who comes at each of these times and opens a second screen. */
const visiting = (record: InstallRecord, ...times: number[]) => times.reduce(seen, record);
const regular = visiting(NEVER_SEEN, NOW - DAY, NOW);

it('does not ask on a first visit, nor on the first screen of a later one', () => {
  const first = visiting(NEVER_SEEN, NOW, NOW + 60_000);
  expect(first.visits).toBe(1);
  expect(mayAsk(first, NOW, 9)).toBe(false);
  expect(mayAsk(regular, NOW, 1)).toBe(false);
  expect(mayAsk(regular, NOW, 2)).toBe(true);
});

it('counts coming back after half an hour as another visit', () => {
  expect(visiting(NEVER_SEEN, NOW, NOW + 29 * 60_000).visits).toBe(1);
  expect(visiting(NEVER_SEEN, NOW, NOW + 30 * 60_000).visits).toBe(2);
});

it('asks on a first visit after its first screen when something was written', () => {
  const writer = { ...visiting(NEVER_SEEN, NOW), wrote: true };
  expect(mayAsk(writer, NOW, 1)).toBe(false);
  expect(mayAsk(writer, NOW, 2)).toBe(true);
});

it('does not ask for 30 days after a refusal', () => {
  const no = refused(regular, NOW);
  expect(mayAsk(seen(no, NOW + REST - 1), NOW + REST - 1, 5)).toBe(false);
  expect(mayAsk(seen(no, NOW + REST), NOW + REST, 5)).toBe(true);
});

it('stops after three refusals, and never asks where the app is installed', () => {
  let record = regular;
  for (let times = 1; times <= MOST_REFUSALS; times++) record = refused(record, NOW + times * REST);
  const later = NOW + 99 * REST;
  expect(mayAsk({ ...record, seenAt: later }, later, 5)).toBe(false);
  expect(mayAsk({ ...regular, installed: true }, NOW, 5)).toBe(false);
});

it('counts three invitations without an answer as a refusal', () => {
  const twice = shown(shown(regular, NOW), NOW);
  expect(mayAsk(twice, NOW, 2)).toBe(true);
  const thrice = shown(twice, NOW);
  expect(mayAsk(thrice, NOW, 2)).toBe(false);
  expect(thrice.ignored).toBe(0);
});

it('holds a refusal for 30 days even when its clock ran years ahead', () => {
  const ahead = refused(visiting(regular, NOW + YEARS), NOW + YEARS);
  const corrected = seen(ahead, NOW);
  expect(mayAsk(corrected, NOW, 5)).toBe(false);
  expect(mayAsk(seen(corrected, NOW + REST), NOW + REST, 5)).toBe(true);
});

it('never shortens the pause when the clock jumps back and forth', () => {
  let record = refused(regular, NOW);
  for (const time of [NOW + YEARS, NOW + 60_000, 0, NOW + 120_000, NOW + YEARS, NOW + 180_000]) {
    record = seen(record, time);
    expect(mayAsk(record, time, 5), String(time)).toBe(false);
  }
  const rested = record.seenAt + REST;
  expect(mayAsk(seen(record, rested), rested, 5)).toBe(true);
});

it('keeps the valid fields of a stored record', () => {
  const no = refused(regular, NOW);
  expect(recordFrom(JSON.stringify(no))).toEqual(no);
  for (const text of [null, '', 'null', '[]', '"x"', '{'])
    expect(recordFrom(text), String(text)).toEqual(NEVER_SEEN);
  expect(recordFrom('{"visits":-3,"seenAt":"soon","refusedAt":null,"refusals":1.5,"wrote":1}')).toEqual(
    NEVER_SEEN,
  );
});
