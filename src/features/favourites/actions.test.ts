// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { storedKeys, writeText } from '@/lib/stored';
import type { Draft, RawCommand } from '@/outbox/command';
import type { StoredCommand } from '@/outbox/stored-command';
import { resumeChanges, setFavourite } from './actions';
import { unstoredChanges } from './unstored-changes';

const stored: StoredCommand[] = [];
let seen = 5;
let refusal: 'full' | 'blocked' | null = null;
/** Lets the mocked outbox answer. */
let open: () => void = () => undefined;
let opened: Promise<void> = Promise.resolve();
const toasts = vi.hoisted(() => ({ shown: 0 }));

vi.mock('@/auth/identity', () => ({ presentIdentity: () => ({ userId: 'ana' }) }));
vi.mock('@/db/memory/private-store', () => ({
  privateRowsOf: () => ({ marksUpTo: seen }),
  privateStore: { getState: () => ({ rows: null }) },
}));
vi.mock('@/ui/toast', () => ({
  showToast: async () => {
    toasts.shown += 1;
  },
}));
vi.mock('@/outbox/entry', () => ({
  commandsOf: async () => {
    await opened;
    return [...stored];
  },
  edit: async (id: string, payload: unknown) => {
    const command = stored.find((one) => one.id === id);
    if (command) Object.assign(command, { payload, id: crypto.randomUUID() });
    return { kind: 'stored', command };
  },
  enqueue: async (draft: Draft) => {
    if (refusal) return { kind: 'not-stored', reason: refusal };
    stored.push(command(draft));
    return { kind: 'stored', command: stored.at(-1) };
  },
}));

const command = (part: Partial<RawCommand>) =>
  ({
    seq: stored.length + 1,
    id: '',
    kind: 'favourite.set',
    version: 1,
    entity: { table: 'favourites', id: 'lia' },
    payload: {},
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
  }) as StoredCommand;
/** Payloads sorted by teacher: commands about different teachers have no order. */
const payloads = () =>
  stored.toSorted((a, b) => (a.entity.id < b.entity.id ? -1 : 1)).map(({ payload }) => payload);
const payloadOf = (wanted: boolean, teacherId = 'lia') => expect.objectContaining({ teacherId, wanted });

/** A fresh load of the module, as after a reload: only local storage survives. */
async function reloaded(): Promise<typeof import('./actions')> {
  vi.resetModules();
  opened = Promise.resolve();
  return import('./actions');
}

beforeEach(() => {
  stored.length = 0;
  refusal = null;
  seen = 5;
  toasts.shown = 0;
  opened = Promise.resolve();
  unstoredChanges.setState({ changes: new Map() });
});

function hold(): void {
  opened = new Promise((resolve) => {
    open = resolve;
  });
}

test('a change is stored once and then removed from local storage', async () => {
  await setFavourite('lia', true);
  await resumeChanges();
  expect(payloads()).toEqual([payloadOf(true)]);
  expect(storedKeys('')).toHaveLength(0);
  expect(unstoredChanges.getState().changes.size).toBe(0);
});

test('of several changes on one teacher only the last is stored', async () => {
  hold();
  const changes = [setFavourite('lia', true), setFavourite('lia', false), setFavourite('rui', true)];
  expect([...unstoredChanges.getState().changes]).toEqual([
    ['lia', false],
    ['rui', true],
  ]);
  open();
  await Promise.all(changes);
  expect(payloads()).toEqual([payloadOf(false), payloadOf(true, 'rui')]);
});

test('after a reload the last change on each heart is stored', async () => {
  hold();
  void setFavourite('lia', true);
  void setFavourite('lia', false);
  void setFavourite('rui', true);
  const next = await reloaded();
  await next.resumeChanges();
  expect(payloads()).toEqual([payloadOf(false), payloadOf(true, 'rui')]);
  expect(storedKeys('')).toHaveLength(0);
});

test('a change that was stored before a reload is not stored again', async () => {
  await setFavourite('lia', true);
  const { id } = stored[0] as StoredCommand;
  writeText(
    'danceflix_private_draft_tap_ana_lia',
    JSON.stringify({ id, userId: 'ana', teacherId: 'lia', wanted: true, at: 1, base: 5 }),
  );
  Object.assign(stored[0] as StoredCommand, { status: 'delivered' });
  await (await reloaded()).resumeChanges();
  expect(stored).toHaveLength(1);
  expect(storedKeys('')).toHaveLength(0);
});

test('a later change in another tab replaces a waiting one', async () => {
  hold();
  const waiting = setFavourite('lia', true);
  writeText(
    'danceflix_private_draft_tap_ana_lia',
    JSON.stringify({ id: 'other', userId: 'ana', teacherId: 'lia', wanted: false, at: 2, base: 5 }),
  );
  open();
  await waiting;
  expect(stored).toEqual([]);
  expect(storedKeys('')).toHaveLength(1);
});

test('changes of another user and malformed entries are ignored', async () => {
  writeText(
    'danceflix_private_draft_tap_bia_lia',
    JSON.stringify({ id: 'b', userId: 'bia', teacherId: 'lia', wanted: true, at: 1, base: 5 }),
  );
  writeText('danceflix_private_draft_tap_ana_rui', '{"id":3');
  await resumeChanges();
  expect(stored).toEqual([]);
});

test('a full local storage does not stop a change from being stored in the outbox', async () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError');
  });
  await setFavourite('lia', true);
  refuse.mockRestore();
  expect(payloads()).toEqual([payloadOf(true)]);
});

test('a change that local storage refuses is not undone by an earlier one', async () => {
  hold();
  const changes = [setFavourite('lia', true)];
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError');
  });
  changes.push(setFavourite('lia', false));
  refuse.mockRestore();
  open();
  await Promise.all(changes);
  await (await reloaded()).resumeChanges();
  expect(payloads()).toEqual([payloadOf(false)]);
});

test('a failure is shown, and the change is kept until the notice can have been read', async () => {
  vi.useFakeTimers();
  refusal = 'full';
  await setFavourite('lia', true);
  expect(toasts.shown).toBe(1);
  expect(unstoredChanges.getState().changes.size).toBe(0);
  expect(storedKeys('')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(storedKeys('')).toHaveLength(0);
  vi.useRealTimers();
});

test('a change that failed because the page was closing is stored after the reload', async () => {
  refusal = 'blocked';
  await setFavourite('lia', true);
  refusal = null;
  await (await reloaded()).resumeChanges();
  expect(payloads()).toEqual([payloadOf(true)]);
  expect(storedKeys('')).toHaveLength(0);
});

test('a change is sent with the version that the user had seen at the time', async () => {
  hold();
  void setFavourite('lia', true);
  seen = 9;
  await (await reloaded()).resumeChanges();
  expect(stored.map(({ base }) => base)).toEqual([5]);
});
