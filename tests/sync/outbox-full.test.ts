/** The disk fills up while a command is being sent: the result is stored once there is room. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { newBrowser } from './support/browser-globals';
import { fullDisk } from './support/outbox-disk';
import { until } from './support/phone';

const disk = fullDisk();
afterEach(() => {
  disk.free();
  vi.unstubAllGlobals();
});

test('an answer that cannot be stored is requested again automatically, as the same command, when there is room', async () => {
  newBrowser();
  vi.stubGlobal('window', new EventTarget());
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_address: unknown, init: RequestInit) => {
    const { command_id } = JSON.parse(String(init.body));
    if (sent.length === 0) disk.fill();
    sent.push(command_id);
    return Response.json({ command_id });
  });
  vi.resetModules();
  const { enqueue } = await import('@/outbox/entry');
  const { needOutbox } = await import('@/outbox/load');
  const { store } = await needOutbox();
  const entity = { table: 'leads', id: crypto.randomUUID() };
  const stored = await enqueue({
    kind: 'lead.create',
    entity,
    payload: { lead: { id: entity.id } } as never,
    base: null,
    userId: null,
  });
  expect(stored.kind).toBe('stored');
  const status = async () => (await store.all())[0]?.status;
  await until(() => sent.length === 1, 'it is sent');
  await until(
    () => warned.mock.calls.some(([what]) => what === 'The outbox was not flushed'),
    'a look finds the disk full still',
  );
  expect([await status(), sent.length]).toEqual(['sending', 1]);
  disk.free();
  await until(async () => (await status()) === 'delivered', 'it is written down');
  expect(new Set(sent).size).toBe(1);
  expect(sent.length).toBe(2);
  store.close();
});
