/**
 * The rate of requests while some of them fail, and the pause afterwards: for every mix of answers,
 * whatever wakes the phone, with pages and the worker taking turns. Time is fake.
 */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Draft } from '@/outbox/command';
import { createFlusher, type Flusher } from '@/outbox/flush';
import type { FlushReason } from '@/outbox/flush-parts';
import { OutboxStore } from '@/outbox/store';
import type { Answer, Request } from '@/outbox/transport';

const MINUTE = 60_000;
const START = 1_800_000_000_000;
const AWAKE: readonly FlushReason[] = [
  'start',
  'online',
  'visible',
  'timer',
  'write',
  'change',
  'background',
];

const answer = (status: number, body: unknown, retryAfter: number | null = null): Answer => ({
  kind: 'answer',
  status,
  body,
  retryAfter,
});
const FAILURES: Record<string, Answer> = {
  busy: answer(503, {}, 120_000),
  late: answer(504, undefined),
  broken: answer(500, { code: 'XX000' }),
  network: { kind: 'network' },
  portal: answer(200, undefined),
  gateway: answer(404, { message: 'no Route matched with those values' }),
  readOnly: answer(405, { code: '25006' }),
  schema: answer(404, { code: 'PGRST202' }),
  tooMany: answer(429, { code: 'PT429', hint: 'too_many', details: '90' }),
  unconfirmed: answer(200, { command_id: 'another' }),
};

const KINDS = {
  set_favourite: (n: number): Draft => ({
    kind: 'favourite.set',
    entity: { table: 'favourites', id: `teacher ${n}` },
    payload: { teacherId: `teacher ${n}`, wanted: true, wishedAt: '2026-11-25T12:00:00Z' },
    userId: 'anna',
  }),
  create_lesson_request: (n: number): Draft => ({
    kind: 'lesson_request.create',
    entity: { table: 'lesson_requests', id: `request ${n}` },
    payload: { request: { id: `request ${n}`, teacher_id: `teacher ${n}` } },
    userId: 'anna',
  }),
};
type Procedure = keyof typeof KINDS;

interface Sent {
  at: number;
  id: string;
  procedure: Procedure;
  answer: Answer;
}

let phones = 0;

/** A phone with this number of writes of each kind, and its requests. */
class Phone {
  now = START;
  readonly sent: Sent[] = [];
  readonly store: OutboxStore;
  private readonly page: Flusher;

  constructor(private readonly reply: (procedure: Procedure, id: string) => Answer | null) {
    phones += 1;
    this.store = new OutboxStore(() => this.now, `storm-${phones}`);
    this.page = this.flusher();
  }

  flusher(): Flusher {
    return createFlusher({
      store: this.store,
      send: async (request) => this.answer(request),
      accessFor: async (userId) => ({ kind: 'ok', userId, token: 'token' }),
      now: () => this.now,
      pause: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
      random: () => 0,
      withLock: (_, work) => work(),
    });
  }

  private answer({ path, body }: Request): Answer {
    const procedure = path.split('/').at(-1) as Procedure;
    const id = String(body.command_id);
    const found = this.reply(procedure, id) ?? answer(200, { command_id: id, version: 1 });
    this.sent.push({ at: this.now, id, procedure, answer: found });
    return found;
  }

  async write(each: number): Promise<void> {
    for (const draftOf of Object.values(KINDS)) {
      await this.store.addAll(
        Array.from({ length: each }, (_, n) => draftOf(n)),
        null,
      );
    }
  }

  async live(until: number, wake: (turn: number) => FlushReason): Promise<void> {
    for (let turn = 0; this.now < until; turn += 1) {
      const reason = wake(turn);
      // The worker is another process each time: it knows only the disk.
      await (reason === 'background' ? this.flusher() : this.page).flush(reason);
      this.now += 2_000;
    }
  }

  async left(): Promise<number> {
    return (await this.store.all()).filter(({ status }) => status !== 'delivered').length;
  }
}

const failedIn = (sent: readonly Sent[], from: number) =>
  sent.filter(({ at, answer: { kind }, id, answer: said }) => {
    const isWell = kind === 'answer' && (said as { body: { command_id?: string } }).body?.command_id === id;
    return at >= from && at < from + MINUTE && !isWell;
  });

test('a failing procedure is called a few times a minute, the others continue, and all is sent soon after', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const mix = fc.record({
    failure: fc.constantFrom(...Object.keys(FAILURES)),
    /** Out of ten answers. */
    share: fc.constantFrom(10, 10, 9, 5),
    each: fc.constantFrom(3, 6, 20),
    wakes: fc.array(fc.constantFrom(...AWAKE), { minLength: 1, maxLength: 7 }),
  });
  await fc.assert(
    fc.asyncProperty(mix, async ({ failure, share, each, wakes }) => {
      let isSick = true;
      let turn = 0;
      const phone = new Phone((procedure) => {
        turn += 1;
        const fails = isSick && procedure === 'set_favourite' && (turn * 7) % 10 < share;
        return fails ? (FAILURES[failure] ?? null) : null;
      });
      await phone.write(each);
      const wake = (at: number) => wakes[at % wakes.length] ?? 'timer';
      await phone.live(START + 2 * MINUTE, wake);
      const others = phone.sent.filter(({ procedure }) => procedure === 'create_lesson_request');
      expect(others, 'what works is sent at once, and once').toHaveLength(each);
      for (let from = START; from < phone.now; from += 10_000) {
        const failed = failedIn(phone.sent, from);
        const well = phone.sent.filter(({ at }) => at >= from && at < from + MINUTE).length - failed.length;
        expect(failed.length, 'failures in a minute').toBeLessThanOrEqual(12 + 3 * well);
      }
      const asked = FAILURES[failure];
      const wait = asked?.kind === 'answer' ? (failure === 'tooMany' ? 90_000 : (asked.retryAfter ?? 0)) : 0;
      for (const { id, at, answer: said } of phone.sent) {
        const next = phone.sent.find((later) => later.id === id && later.at > at);
        if (said === asked && next)
          expect(next.at - at, 'back-off of the same write').toBeGreaterThanOrEqual(Math.max(wait, 500));
      }
      isSick = false;
      await phone.live(phone.now + Math.max(wait, MINUTE) + MINUTE, wake);
      expect(await phone.left(), 'everything has gone').toBe(0);
      phone.store.close();
    }),
    { seed: 20_261_125, numRuns: Number(process.env.OUTBOX_STORM_RUNS ?? 8), endOnFailure: true },
  );
});

test('a write that always causes a server error delays no other of its kind', async () => {
  const poison = new Set<string>();
  const phone = new Phone((procedure, id) => {
    if (procedure === 'set_favourite' && poison.size < 3) poison.add(id);
    return poison.has(id) ? (FAILURES.broken ?? null) : null;
  });
  await phone.write(20);
  await phone.live(START + MINUTE, () => 'timer');
  expect(await phone.left()).toBe(3);
  phone.store.close();
});

test.each([
  ['forward', 365 * 24 * 60 * MINUTE],
  ['back', -365 * 24 * 60 * MINUTE],
])('a clock that jumps a year %s stops nothing', async (_where, jump) => {
  let isSick = true;
  const phone = new Phone(() => (isSick ? (FAILURES.broken ?? null) : null));
  await phone.write(4);
  await phone.live(START + 20_000, () => 'timer');
  phone.now += jump;
  await phone.live(phone.now + 10_000, () => 'timer');
  const failed = phone.sent.length;
  isSick = false;
  await phone.live(phone.now + 2 * MINUTE, () => 'timer');
  expect(await phone.left()).toBe(0);
  expect(failed, 'no storm either').toBeLessThan(60);
  phone.store.close();
});

test('the button ignores every waiting time, once a press', async () => {
  const phone = new Phone((procedure) => (procedure === 'set_favourite' ? (FAILURES.busy ?? null) : null));
  await phone.write(2);
  await phone.live(START + 10_000, () => 'timer');
  const before = phone.sent.length;
  await phone.flusher().flush('button');
  expect(phone.sent.length - before).toBe(2);
  const [waiting] = (await phone.store.all()).filter(({ status }) => status === 'queued');
  await phone.flusher().flush('button', waiting?.id);
  expect(phone.sent.slice(before + 2).map(({ id }) => id)).toEqual([waiting?.id]);
  phone.store.close();
});
