/** Every answer that DESIGN.md names, and what it means for the command. */
import { describe, expect, test } from 'vitest';
import type { Answer } from '@/outbox/answer';
import { backoff, isDue, LONGEST } from '@/outbox/backoff';
import {
  type Circumstances,
  classifyAnswer,
  complaintOf,
  failingSince,
  PATIENCE,
} from '@/outbox/classify-error';

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
  ['401 as a visitor', json(401), visitor, 'rejected'],
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
  ['403', json(403, { code: '42501' }), {}, 'rejected'],
  ['404 of a procedure', json(404, { code: 'PT404' }), {}, 'rejected'],
  ['409', json(409, { code: 'PT409' }), {}, 'rejected'],
  ['413', json(413), {}, 'rejected'],
  ['422', json(422), {}, 'rejected'],
  ['a refusal that is a list', json(422, []), {}, 'rejected'],
];

test.each(CASES)('%s', (_what, answer, part, verdict) => {
  const { kind, ...rest } = classifyAnswer(answer, at(part));
  expect([kind, ...Object.values(rest)].join(' ')).toBe(verdict);
});

describe('the same server error for a day', () => {
  const failing = (since: number, status = 500, code: string | null = 'XX000') =>
    classifyAnswer(json(500, { code: 'XX000' }), at({ previous: { status, code, since } })).kind;

  test('needs attention', () => expect(failing(NOW - DAY)).toBe('attention'));
  test('is tried on until then', () => expect(failing(NOW - DAY + 1)).toBe('retry'));
  test('is another one with another code', () => expect(failing(NOW - DAY, 500, 'XX001')).toBe('retry'));
  test('is another one with another status', () => expect(failing(NOW - DAY, 503)).toBe('retry'));
  test('began now when the clock says tomorrow', () => {
    const circumstances = at({ previous: { status: 500, code: null, since: NOW + DAY } });
    expect(failingSince(json(500), circumstances)).toBe(NOW);
  });
  test('is a matter of servers: a portal may stand there for a week', () => {
    const previous = { status: 200, code: null, since: NOW - 7 * DAY };
    expect(classifyAnswer(html(200), at({ previous })).kind).toBe('retry');
    expect(PATIENCE).toBe(DAY);
  });
});

describe('waiting', () => {
  test('grows, with full jitter, up to the longest', () => {
    const longest = [0, 1, 2, 3, 30].map((attempts) => backoff(attempts, () => 1));
    expect(longest).toEqual([2_000, 4_000, 8_000, 16_000, LONGEST]);
    expect(backoff(5, () => 0)).toBe(500);
    expect(backoff(5, () => 0.5)).toBe(32_000);
  });
  test('is as long as the server asks, and no longer than the longest', () => {
    expect(backoff(0, () => 1, 60_000)).toBe(60_000);
    expect(backoff(0, () => 1, 1e9)).toBe(LONGEST);
  });
  test('is over when due, and when further away than the longest: the clock has jumped', () => {
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
  test.each([null, undefined, '', ' \n', 7, { a: 1 }])('are none when it said %j', (said) => {
    expect(message(said)).toBeNull();
  });
  test('are none without an answer, and in an answer that is no object', () => {
    expect(complaintOf({ kind: 'timeout' }).message).toBeNull();
    expect(complaintOf(json(422, ['message'])).message).toBeNull();
  });
});
