import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createFlusher } from '@/outbox/flush';
import { OutboxStore } from '@/outbox/store';
import type { Answer } from '@/outbox/transport';

test('the page is busy while a write is being sent, so that no update interrupts it, and free afterwards', async () => {
  const store = new OutboxStore(Date.now, 'busy');
  const entity = { table: 'leads', id: 'x' };
  const stored = await store.add(
    { kind: 'lead.create', entity, payload: { lead: entity }, userId: null },
    null,
  );
  if (stored.kind !== 'stored') throw new Error(stored.reason);
  const holds: string[] = [];
  let reply: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => {
    reply = resolve;
  });
  let ask: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const flusher = createFlusher({
    store,
    send: () => {
      ask();
      return answer;
    },
    accessFor: async () => ({ kind: 'absent' }),
    now: Date.now,
    pause: () => new Promise(() => undefined),
    random: () => 0,
    withLock: (_, work) => work(),
    holdBusy: () => {
      holds.push('held');
      return () => void holds.push('free');
    },
  });
  const flushing = flusher.flush('write');
  await asked;
  expect(holds).toEqual(['held']);
  reply({ kind: 'answer', status: 200, body: { command_id: stored.command.id }, retryAfter: null });
  expect((await flushing).left).toBe(0);
  expect(holds).toEqual(['held', 'free']);
});
