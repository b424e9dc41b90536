/** When a round of sending tells how much of the queue is unsent, and that delivery does not wait for it. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Draft, RawCommand } from '@/outbox/command';
import { createFlusher } from '@/outbox/flush';
import type { FlushReason } from '@/outbox/flush-parts';
import { OutboxStore } from '@/outbox/store';
import type { Answer, Request } from '@/outbox/transport';

const favourite = (n: number): Draft => ({
  kind: 'favourite.set',
  entity: { table: 'favourites', id: `teacher ${n}` },
  payload: { teacherId: `teacher ${n}`, wanted: true, wishedAt: '2026-11-25T12:00:00Z' },
  userId: 'anna',
});
const answered = (status: number, body: unknown): Answer => ({
  kind: 'answer',
  status,
  body,
  retryAfter: null,
});
const well = ({ body }: Request) => answered(200, { command_id: body.command_id, version: 1 });
const down = () => answered(503, { message: 'out of order' });

let phones = 0;

function newPhone(send: (request: Request) => Answer) {
  phones += 1;
  const store = new OutboxStore(() => 1_800_000_000_000, `announcing-${phones}`);
  const told: [when: FlushReason | 'end', unsent: number, sent: number][] = [];
  const sent: Request[] = [];
  const flusher = createFlusher({
    store,
    send: async (request) => {
      sent.push(request);
      return send(request);
    },
    accessFor: async (userId) => ({ kind: 'ok', userId, token: 'token' }),
    now: () => 1_800_000_000_000,
    pause: () => new Promise(() => undefined),
    random: () => 0,
    withLock: (_, work) => work(),
    onUnsent: (commands: readonly RawCommand[], when) => told.push([when, commands.length, sent.length]),
  });
  return { store, flusher, told, sent };
}

test('before the first write is sent, and when all have arrived', async () => {
  const phone = newPhone(well);
  await phone.store.addAll([favourite(1), favourite(2), favourite(3)], null);
  await phone.flusher.flush('online');
  expect(phone.told).toEqual([
    ['online', 3, 0],
    ['end', 0, 3],
  ]);
});

test('what the server has not taken still counts at the end, refused writes too', async () => {
  const phone = newPhone((request) =>
    (request.body.favourite as { teacher_id: string }).teacher_id === 'teacher 2'
      ? answered(400, { code: '22023', hint: 'invalid_value', message: 'no' })
      : down(),
  );
  await phone.store.addAll([favourite(1), favourite(2)], null);
  await phone.flusher.flush('write');
  expect(phone.told.at(-1)).toEqual(['end', 2, 2]);
});

test('not at the end of a round in which no server has answered', async () => {
  const phone = newPhone(() => ({ kind: 'network' }));
  await phone.store.addAll([favourite(1)], null);
  await phone.flusher.flush('start');
  expect(phone.told).toEqual([['start', 1, 0]]);
});

test('after a write was discarded, though nothing is sent', async () => {
  const phone = newPhone(down);
  await phone.store.addAll([favourite(1)], null);
  await phone.flusher.flush('write');
  for (const { id } of await phone.store.all()) await phone.store.discard(id);
  await phone.flusher.flush('change');
  expect(phone.told.at(-1)).toEqual(['end', 0, 1]);
});
