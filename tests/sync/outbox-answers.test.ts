/** Every answer that DESIGN.md names, and its effect on the command. */
import { describe, expect, test } from 'vitest';
import { backoff, isDue, LONGEST } from '@/outbox/backoff';
import {
  type Circumstances,
  classifyAnswer,
  complaintOf,
  failingSince,
  PATIENCE,
} from '@/outbox/classify-error';
import type { Answer } from '@/outbox/transport';

const NOW = 1_800_000_000_000;
const DAY = 24 * 60 * 60_000;
const USER = '00000000-0000-4000-8000-00000000000a';

const at = (part: Partial<Circumstances> = {}): Circumstances => ({
  userId: USER,
  refreshed: false,
  parentQueued: false,
  confirmed: false,
  previous: null,
  now: NOW,
  ...part,
});
const json = (status: number, body: unknown = {}): Answer => ({
  kind: 'answer',
  status,
  body,
  retryAfter: null,
});
const html = (status: number): Answer => ({ kind: 'answer', status, body: undefined, retryAfter: null });
const visitor = { userId: null };

const CASES: [what: string, answer: Answer, part: Partial<Circumstances>, verdict: string][] = [
  ['an answer that names the command', json(200), { confirmed: true }, 'delivered'],
  ['a success that names another command, or none', json(200), {}, 'retry unconfirmed'],
  ['created, without a word', html(201), {}, 'retry portal'],
  ['no network', { kind: 'network' }, {}, 'retry network'],
  ['no answer in time', { kind: 'timeout' }, {}, 'retry timeout'],
  ["a captive portal's page", html(200), {}, 'retry portal'],
  ["a captive portal's page, as the command's success", html(200), { confirmed: true }, 'retry portal'],
  ["a portal's 302 that was not followed", json(302), {}, 'retry portal'],
  ["a portal's 403", html(403), {}, 'retry portal'],
  ["a portal's 401", html(401), {}, 'retry portal'],
  ["a portal's 401 to a visitor", html(401), visitor, 'retry portal'],
  ["a portal's 404", html(404), {}, 'retry portal'],
  ['408', json(408), {}, 'retry busy'],
  ['429', json(429), {}, 'retry busy'],
  ['500', json(500), {}, 'retry server'],
  ['500 of a procedure', json(500, { code: 'XX000' }), {}, 'retry server'],
  ['502 of a gateway', html(502), {}, 'retry server'],
  ['503', json(503), {}, 'retry server'],
  ['504', html(504), {}, 'retry server'],
  ['401 with a user', json(401, { code: 'PGRST301' }), {}, 'refresh'],
  ['401 with a user and a new token', json(401, { code: 'PGRST301' }), { refreshed: true }, 'retry token'],
  ['an account that is gone', json(401, { code: 'PT401', hint: 'account_missing' }), {}, 'refresh'],
  [
    'an account that is gone, with a new token',
    json(401, { code: 'PT401', hint: 'account_missing' }),
    { refreshed: true },
    'rejected',
  ],
  [
    'a person that the server does not recognise, with a new token',
    json(401, { code: 'PT401', hint: 'not_signed_in' }),
    { refreshed: true },
    'retry token',
  ],
  [
    '401 of a procedure that asks for a person',
    json(401, { code: 'PT401', hint: 'not_signed_in' }),
    visitor,
    'rejected',
  ],
  ['401 as a visitor, by whoever', json(401), visitor, 'retry foreign'],
  ["a gateway's 401 to a visitor", json(401, { message: 'Invalid API key' }), visitor, 'retry foreign'],
  [
    '401 to a visitor whose public key is not taken',
    json(401, { code: 'PGRST301' }),
    visitor,
    'retry foreign',
  ],
  [
    'terms that are to be accepted first',
    json(403, { code: 'PT403', hint: 'terms_required' }),
    {},
    'retry terms',
  ],
  ['a procedure that is not there yet', json(404, { code: 'PGRST202' }), {}, 'retry schema'],
  ['a column that is not there yet', json(400, { code: 'PGRST204' }), {}, 'retry schema'],
  ['a table that is not there yet, to a visitor', json(404, { code: 'PGRST205' }), visitor, 'retry schema'],
  ['a project that is paused', json(540), {}, 'retry paused'],
  ['a project that is not paid for', html(402), {}, 'retry paused'],
  [
    'a missing row that is still queued',
    json(409, { code: '23503' }),
    { parentQueued: true },
    'retry parent',
  ],
  ['a missing row that nobody has', json(409, { code: '23503' }), {}, 'rejected'],
  ['400', json(400, { code: '22023', hint: 'invalid_value' }), {}, 'rejected'],
  ['403 with our hint', json(403, { code: '42501', hint: 'not_a_party' }), {}, 'rejected'],
  ['a permission that is not granted yet', json(403, { code: '42501', hint: null }), {}, 'retry schema'],
  ["a portal's 403 in JSON", json(403, { error: 'blocked' }), {}, 'retry foreign'],
  ['404 of a procedure', json(404, { code: 'PT404' }), {}, 'rejected'],
  ['404 of a gateway', json(404, { message: 'no Route matched with those values' }), {}, 'retry foreign'],
  ['a function that is not there yet', json(404, { code: '42883' }), {}, 'retry schema'],
  ['a table that is not there yet, inside a procedure', json(404, { code: '42P01' }), {}, 'retry schema'],
  ['a database that only reads', json(405, { code: '25006' }), {}, 'retry server'],
  ['a method that a gateway does not know', json(405, { code: 'method_not_allowed' }), {}, 'retry foreign'],
  ['409', json(409, { code: 'PT409' }), {}, 'rejected'],
  ["409 in somebody else's words", json(409, { code: 'CONFLICT' }), {}, 'retry foreign'],
  ['a raised code beside another status', json(403, { code: 'PT409' }), {}, 'retry foreign'],
  ['a row that is there', json(409, { code: '23505' }), {}, 'rejected'],
  ['a value that breaks a check', json(400, { code: '23514' }), {}, 'rejected'],
  ['a value that is no value', json(400, { code: '22P02' }), {}, 'rejected'],
  ['a refusal in words', json(400, { code: 'P0001', hint: 'terms_missing' }), {}, 'rejected'],
  ['a refusal in words without a hint', json(400, { code: 'P0001' }), {}, 'retry foreign'],
  ['413 of a proxy', json(413), {}, 'retry foreign'],
  ['422 of whoever', json(422), {}, 'retry foreign'],
  ['an answer that is a list', json(422, []), {}, 'retry foreign'],
  ['newer terms', json(403, { code: 'PT403', hint: 'terms_required' }), {}, 'retry terms'],
  ['too many', json(429, { code: 'PT429', hint: 'too_many' }), {}, 'retry busy'],
  [
    'a lead that the function does not know',
    json(404, { code: 'lead_unknown' }),
    { refusals: ['lead_unknown'] },
    'rejected',
  ],
  ["the function's word from elsewhere", json(404, { code: 'lead_unknown' }), {}, 'retry foreign'],
];

test.each(CASES)('%s', (_what, answer, part, verdict) => {
  const { kind, ...rest } = classifyAnswer(answer, at(part));
  expect([kind, ...Object.values(rest)].join(' ')).toBe(verdict);
});

describe('the same server error for a day', () => {
  const failing = (since: number, status = 500, code: string | null = 'XX000') =>
    classifyAnswer(json(500, { code: 'XX000' }), at({ previous: { status, code, since, at: NOW - 60_000 } }))
      .kind;

  test('needs attention', () => expect(failing(NOW - DAY)).toBe('attention'));
  test('is retried until then', () => expect(failing(NOW - DAY + 1)).toBe('retry'));
  test('is a new one with another code', () => expect(failing(NOW - DAY, 500, 'XX001')).toBe('retry'));
  test('is a new one with another status', () => expect(failing(NOW - DAY, 503)).toBe('retry'));
  test('begins now when the clock says tomorrow', () => {
    const circumstances = at({ previous: { status: 500, code: null, since: NOW + DAY, at: NOW + DAY } });
    expect(failingSince(json(500), circumstances)).toBe(NOW);
  });
  test.each([
    ['a phone that was off for a week', 7 * DAY],
    ['a clock that jumped a year ahead', 365 * DAY],
    ['a clock that was set back for a year', -365 * DAY],
  ])('counts what was tried, not what passed: %s', (_what, away) => {
    const tried = 10 * 60_000;
    const last = NOW - away;
    const previous = { status: 500, code: null, since: last - tried, at: last };
    const since = failingSince(json(500), at({ previous }));
    expect(NOW - since).toBeGreaterThanOrEqual(tried);
    expect(NOW - since).toBeLessThanOrEqual(tried + LONGEST);
    expect(classifyAnswer(json(500), at({ previous })).kind).toBe('retry');
  });
  test('counts every attempt of a phone that goes on trying: after a day it needs attention', () => {
    let previous = { status: 500, code: null, since: NOW, at: NOW };
    let now = NOW;
    while (now < NOW + DAY) {
      expect(classifyAnswer(json(500), at({ previous, now })).kind).toBe('retry');
      previous = { ...previous, since: failingSince(json(500), at({ previous, now })), at: now };
      now += 10 * 60_000;
    }
    expect(classifyAnswer(json(500), at({ previous, now })).kind).toBe('attention');
  });
  test.each([
    ['a gateway without a route', json(404, { message: 'no Route matched' }), null],
    ['a half-applied migration', json(404, { code: 'PGRST202' }), 'PGRST202'],
  ])('needs attention from %s too: its author should know', (_what, answer, code) => {
    const previous = { status: 404, code, since: NOW - DAY, at: NOW - 60_000 };
    expect(classifyAnswer(answer, at({ previous })).kind).toBe('attention');
  });
  test('counts for the server’s answers only: a portal may be there for a week', () => {
    const previous = { status: 200, code: null, since: NOW - 7 * DAY, at: NOW - 60_000 };
    expect(classifyAnswer(html(200), at({ previous })).kind).toBe('retry');
    expect(PATIENCE).toBe(DAY);
  });
});

describe('waiting', () => {
  test('grows, half of it random, up to a minute, and up to the maximum after a day of failures', () => {
    const longest = [0, 1, 2, 3, 30].map((attempts) => backoff(attempts, () => 1, 'server'));
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 60_000]);
    expect(backoff(5, () => 0, 'server')).toBe(16_000);
    expect(backoff(5, () => 0.5, 'server')).toBe(24_000);
    expect(backoff(30, () => 1, 'attention')).toBe(LONGEST);
  });
  test('is as long as the server asks, and no longer than the maximum', () => {
    expect(backoff(0, () => 1, 'busy', 120_000)).toBe(120_000);
    expect(backoff(0, () => 1, 'busy', 1e9)).toBe(LONGEST);
  });
  test('ends when due, and when further away than the maximum: the clock has jumped', () => {
    expect([isDue(NOW, NOW), isDue(NOW + 1, NOW), isDue(NOW + LONGEST, NOW)]).toEqual([true, false, false]);
    expect(isDue(NOW + LONGEST + 1, NOW)).toBe(true);
  });
});

describe("the server's words", () => {
  const message = (said: unknown) => complaintOf(json(409, { message: said })).message;
  test('are kept as one short line', () => {
    expect(message(' O pedido\n\tfoi\u0000 encerrado. ')).toBe('O pedido foi encerrado.');
    expect(message('💃'.repeat(1_000))).toBe(`${'💃'.repeat(299)}…`);
  });
  test.each([null, undefined, '', ' \n', 7, { a: 1 }])('are empty for %j', (said) => {
    expect(message(said)).toBeNull();
  });
  test('are empty without an answer, and for an answer that is no object', () => {
    expect(complaintOf({ kind: 'timeout' }).message).toBeNull();
    expect(complaintOf(json(422, ['message'])).message).toBeNull();
  });
});
