import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { onChange } from './announcements';
import type { Command } from './command';
import { freshCommand } from './fresh-command';
import { QueueDatabase } from './queue-database';

const command = (id: string): Command =>
  freshCommand(
    { kind: 'lead.create', entity: { table: 'leads', id }, payload: { lead: { id } }, userId: null, id },
    null,
    1_800_000_000_000,
  );

let phones = 0;
const open: { close(): void }[] = [];

function phone(): string {
  phones += 1;
  return `queue-${phones}`;
}

function present(name: string): QueueDatabase {
  const queue = new QueueDatabase(name);
  open.push(queue);
  return queue;
}

const idsIn = async (queue: QueueDatabase) =>
  queue.read(async (commands) => (await commands.all()).map(({ seq, id }) => [seq, id]));

afterEach(() => {
  for (const one of open.splice(0)) one.close();
  vi.restoreAllMocks();
});

test('another tab is told of a change, and tells of its own', async () => {
  const queue = present(phone());
  const heard = vi.fn();
  const told = vi.fn();
  onChange(queue.name, heard);
  // A channel never hears itself, so a second one stands for the other tab.
  const other = new BroadcastChannel('danceflix-outbox-changes');
  open.push(other);
  other.onmessage = ({ data }: MessageEvent<unknown>) => told(data);
  other.postMessage('another queue');
  other.postMessage(queue.name);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  await queue.write((commands) => commands.add(command('a')));
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith(queue.name));
});

test('reading announces nothing, and a change is announced after it is stored', async () => {
  const queue = present(phone());
  const stored: unknown[] = [];
  const reads: Promise<unknown>[] = [];
  onChange(queue.name, () => {
    stored.push('heard');
    reads.push(idsIn(queue).then((ids) => stored.push(ids)));
  });
  await queue.write((commands) => commands.all());
  expect(stored).toEqual([]);
  await queue.write((commands) => commands.add(command('a')));
  await Promise.all(reads);
  expect(stored).toEqual(['heard', [[1, 'a']]]);
});

test('a failure within a transaction leaves nothing of it, and later ones work', async () => {
  const queue = present(phone());
  const failed = queue.write(async (commands) => {
    await commands.add(command('a'));
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  const twice = queue.write(async (commands) => {
    await commands.add(command('b'));
    await commands.add(command('b'));
  });
  await expect(twice).rejects.toThrow();
  expect(await idsIn(queue)).toEqual([]);
  await queue.write((commands) => commands.add(command('c')));
  expect((await idsIn(queue)).map(([, id]) => id)).toEqual(['c']);
});

test('it lets another tab delete the database, and then begins an empty one', async () => {
  const name = phone();
  const queue = present(name);
  await queue.write((commands) => commands.add(command('a')));
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onblocked = request.onerror = () => reject(new Error('It is kept open'));
  });
  expect(await idsIn(queue)).toEqual([]);
});

test('a connection that the browser closed without a word is opened again', async () => {
  const queue = present(phone());
  await queue.write((commands) => commands.add(command('a')));
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  });
  await queue.write((commands) => commands.add(command('b')));
  expect(transaction).toHaveBeenCalledTimes(2);
  expect((await idsIn(queue)).map(([, id]) => id)).toEqual(['a', 'b']);
});

test('an opening that failed is tried again', async () => {
  const queue = present(phone());
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  await expect(queue.open()).rejects.toThrow('insecure');
  expect(await idsIn(queue)).toEqual([]);
});
