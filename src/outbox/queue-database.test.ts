/** The queue beside Dexie, with which earlier releases made it: their tabs may have it open. */
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
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

/** Opens the queue as releases with Dexie do. */
function earlier(name: string): Dexie {
  const dexie = new Dexie(name, { indexedDB, IDBKeyRange });
  dexie.version(1).stores({ commands: '++seq, &id' });
  open.push(dexie);
  return dexie;
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

test('a queue that an earlier release left is read and continued, while its tab still has it open', async () => {
  const name = phone();
  const dexie = earlier(name);
  await dexie.table('commands').bulkAdd([command('a'), command('b')]);
  const queue = present(name);
  expect(await idsIn(queue)).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
  expect(await queue.write((commands) => commands.add(command('c')))).toBe(3);
  expect(dexie.isOpen()).toBe(true);
  expect(await dexie.table('commands').where('id').equals('c').first()).toMatchObject({ seq: 3, id: 'c' });
});

test('an earlier release reads and continues a queue that was made without Dexie', async () => {
  const name = phone();
  const queue = present(name);
  await queue.write((commands) => commands.add(command('a')));
  const dexie = earlier(name);
  expect(await dexie.table('commands').add(command('b'))).toBe(2);
  await expect(dexie.table('commands').add(command('a'))).rejects.toMatchObject({ name: 'ConstraintError' });
  expect((await idsIn(queue)).map(([, id]) => id)).toEqual(['a', 'b']);
});

test('tabs of either release hear of the other’s writes', async () => {
  const name = phone();
  const heard = { here: 0, there: 0 };
  onChange(name, () => {
    heard.here += 1;
  });
  const dexie = earlier(name);
  Dexie.on('storagemutated', (parts) => {
    if (Object.keys(parts).some((part) => part.startsWith(`idb://${name}/`))) heard.there += 1;
  });
  await dexie.table('commands').add(command('a'));
  await vi.waitFor(() => expect(heard.here).toBeGreaterThan(0));
  const before = heard.there;
  await present(name).write((commands) => commands.add(command('b')));
  await vi.waitFor(() => expect(heard.there).toBeGreaterThan(before));
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
