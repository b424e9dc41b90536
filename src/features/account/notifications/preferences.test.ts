import { beforeEach, expect, test, vi } from 'vitest';
import type { RawCommand } from '@/outbox/command';
import type { StoredCommand } from '@/outbox/stored-command';
import { setTold } from './preferences';

const stored: StoredCommand[] = [];
let muted: string[] = [];

vi.mock('@/auth/identity', () => ({ presentIdentity: () => ({ userId: 'ana' }) }));
vi.mock('@/db/memory/private-store', () => ({
  privateRowsOf: () => ({ profile: { muted_notifications: muted }, profileVersion: 5 }),
  privateStore: { getState: () => ({ rows: null }) },
}));
vi.mock('@/outbox/entry', () => ({
  commandsOf: async () => [...stored],
  edit: async (id: string, payload: unknown) => {
    const command = stored.find((one) => one.id === id);
    if (command) Object.assign(command, { payload });
    return { kind: 'stored', command: { id } };
  },
  discard: async (id: string) => {
    stored.splice(
      stored.findIndex((one) => one.id === id),
      1,
    );
  },
  enqueue: async ({ payload, entity }: Pick<StoredCommand, 'payload' | 'entity'>) => {
    stored.push(command({ payload, entity }));
    return { kind: 'stored', command: stored.at(-1) };
  },
}));

function command(part: Partial<RawCommand>): StoredCommand {
  return {
    seq: stored.length + 1,
    id: `c-${stored.length + 1}`,
    kind: 'notifications.preferences',
    version: 1,
    entity: { table: 'notification_preferences', id: 'ana' },
    payload: { muted: [] },
    base: null,
    userId: 'ana',
    visitor: null,
    createdAt: 0,
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    ...part,
  } as StoredCommand;
}
const payloads = () => stored.map(({ payload }) => payload);

beforeEach(() => {
  stored.length = 0;
  muted = [];
});

test('quick changes of several groups become one command with all of them', async () => {
  muted = ['account'];
  expect(
    await Promise.all([setTold('news', false), setTold('lessons', false), setTold('account', true)]),
  ).toMatchObject([{ kind: 'stored' }, { kind: 'stored' }, { kind: 'stored' }]);
  expect(payloads()).toEqual([{ muted: ['news', 'lessons'] }]);
});

test('a change during a send becomes a second command that builds on the first', async () => {
  stored.push(command({ payload: { muted: ['news'] }, status: 'sending', attempts: 1 }));
  await setTold('lessons', false);
  expect(payloads()).toEqual([{ muted: ['news'] }, { muted: ['news', 'lessons'] }]);
});

test('a refused change is replaced, and its content is ignored', async () => {
  stored.push(command({ payload: { muted: ['news'] }, status: 'rejected', attempts: 1 }));
  await setTold('lessons', false);
  expect(payloads()).toEqual([{ muted: ['lessons'] }]);
});

test('a delivered change is ignored once the replica holds it', async () => {
  const ack = { version: 5, answer: {}, at: 0, settled: false };
  stored.push(command({ payload: { muted: ['news'] }, status: 'delivered', ack }));
  muted = ['evaluations'];
  await setTold('lessons', false);
  expect(payloads().at(-1)).toEqual({ muted: ['evaluations', 'lessons'] });
});
