import { beforeEach, expect, test, vi } from 'vitest';
import { fieldsOf } from '@/lib/stored';
import type { Draft } from '@/outbox/command';
import { dueAmong } from '@/outbox/due';
import { pendingStore } from '@/outbox/pending-store';
import type { StoredCommand } from '@/outbox/stored-command';
import { tell } from './actions';

const stored: StoredCommand[] = [];

vi.mock('@/auth/identity', () => ({ presentIdentity: () => ({ userId: 'ana' }) }));
vi.mock('@/outbox/entry', () => ({
  edit: async (id: string, payload: unknown) => {
    const command = stored.find((one) => one.id === id);
    if (!command || command.status === 'delivered' || (command.status === 'queued' && command.attempts > 0)) {
      return { kind: 'too-late' };
    }
    Object.assign(command, { payload, status: 'queued', attempts: 0 });
    return { kind: 'stored', command };
  },
  enqueue: async (draft: Draft) => {
    const seq = stored.length + 1;
    const command: StoredCommand = {
      ...{
        version: 1,
        base: null,
        visitor: null,
        createdAt: 0,
        attempts: 0,
        dueAt: 0,
        error: null,
        ack: null,
      },
      ...{ status: 'queued', ...draft, seq, id: `c${seq}` },
    } as StoredCommand;
    stored.push(command);
    pendingStore.setState({ commands: [...stored] });
    return { kind: 'stored', command };
  },
}));

const SPAM = {
  what: 'profile',
  targetId: 'lia',
  reason: 'spam',
  details: '',
  subject: null,
  seen: null,
} as const;
const details = () => stored.map(({ payload }) => fieldsOf(fieldsOf(payload).report).details);
const due = () => [...dueAmong(stored, { now: 1_000 })].map(({ id }) => id);

beforeEach(() => {
  stored.length = 0;
  pendingStore.setState({ commands: [] });
});

test('an explanation changes the report while it is unsent', async () => {
  await tell(SPAM, null);
  await tell({ ...SPAM, details: 'Vende curso.' }, 'c1');
  expect(details()).toEqual(['Vende curso.']);
});

test('an explanation is never overtaken by the report that it explains: the server keeps the last one', async () => {
  await tell(SPAM, null);
  Object.assign(stored[0] as StoredCommand, { attempts: 1, dueAt: 60_000 });
  await tell({ ...SPAM, details: 'Vende curso.' }, 'c1');
  expect(details()).toEqual([null, 'Vende curso.']);
  expect(due()).toEqual([]);
  Object.assign(stored[0] as StoredCommand, { status: 'delivered' });
  expect(due()).toEqual(['c2']);
});

test('reports on different targets are independent, and a new report replaces a refused one', async () => {
  await tell(SPAM, null);
  await tell({ ...SPAM, targetId: 'rui' }, null);
  expect(due()).toEqual(['c1', 'c2']);
  Object.assign(stored[0] as StoredCommand, { status: 'rejected', attempts: 1 });
  await tell({ ...SPAM, details: 'De novo.' }, null);
  expect(details()).toEqual(['De novo.', null]);
});

test('two photos of one profile are two reports; a second thought about one changes its own', async () => {
  await tell({ ...SPAM, subject: '/a.webp' }, null);
  await tell({ ...SPAM, subject: '/b.webp' }, null);
  await tell(SPAM, null);
  expect(due()).toEqual(['c1', 'c2', 'c3']);
  Object.assign(stored[0] as StoredCommand, { status: 'rejected', attempts: 1 });
  await tell({ ...SPAM, subject: '/a.webp', details: 'De novo.' }, null);
  expect(details()).toEqual(['De novo.', null, null]);
});

test('the text that was on the screen goes with the report, cut to what the server takes', async () => {
  await tell({ ...SPAM, what: 'lesson', seen: 'x'.repeat(1200) }, null);
  expect(stored[0]?.payload).toMatchObject({ report: { what: 'lesson', seen: 'x'.repeat(1000) } });
  // Half an emoji would be refused as no text at all.
  await tell({ ...SPAM, what: 'event', seen: `x${'💃'.repeat(1200)}` }, null);
  expect(stored[1]?.payload).toMatchObject({ report: { what: 'event', seen: `x${'💃'.repeat(999)}` } });
});
