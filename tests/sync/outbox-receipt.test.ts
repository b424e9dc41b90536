/**
 * A write whose first answer was lost, and whose repetition is refused: the server's receipt
 * decides.
 */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createFlusher } from '@/outbox/flush';
import { OutboxStore } from '@/outbox/store';
import type { Answer } from '@/outbox/transport';

const json = (status: number, body: unknown): Answer => ({ kind: 'answer', status, body, retryAfter: null });
const REFUSAL = json(403, { code: '42501', hint: 'not_a_student' });

const CASES: [what: string, lost: Answer, receipt: (id: string) => Answer, status: string, asked: boolean][] =
  [
    [
      'arrived, and is not said to be unsent',
      { kind: 'network' },
      (id) => json(200, { command_id: id, version: 7 }),
      'delivered',
      true,
    ],
    [
      'did not arrive, and is refused',
      { kind: 'network' },
      (id) => json(200, { command_id: id, missing: true }),
      'rejected',
      true,
    ],
    [
      'nobody knows of, and waits',
      { kind: 'timeout' },
      () => json(404, { message: 'no Route matched' }),
      'queued',
      true,
    ],
    [
      'another answer names, and waits',
      { kind: 'timeout' },
      () => json(200, { command_id: 'another' }),
      'queued',
      true,
    ],
    ['was refused at once', REFUSAL, () => ({ kind: 'network' }), 'rejected', false],
  ];

test.each(CASES)('a write that %s', async (what, lost, receipt, status, asked) => {
  let now = 1_800_000_000_000;
  const paths: string[] = [];
  const store = new OutboxStore(() => now, `receipt ${what}`);
  const flusher = createFlusher({
    store,
    send: async ({ path, body }) => {
      paths.push(path.split('/').at(-1) ?? '');
      if (path.endsWith('/command_receipt')) return receipt(String(body.command_id));
      return paths.length === 1 ? lost : REFUSAL;
    },
    accessFor: async (userId) => ({ kind: 'ok', userId, token: 'token' }),
    now: () => now,
    pause: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    random: () => 0,
    withLock: (_, work) => work(),
  });
  const request = { id: 'row', teacher_id: 'lia' };
  const entity = { table: 'lesson_requests', id: 'row' };
  await store.add({ kind: 'lesson_request.create', entity, payload: { request }, userId: 'anna' }, null);
  await flusher.flush('write');
  now += 60_000;
  await flusher.flush('timer');
  expect((await store.all()).map((command) => command.status)).toEqual([status]);
  expect(paths.includes('command_receipt')).toBe(asked);
  store.close();
});
