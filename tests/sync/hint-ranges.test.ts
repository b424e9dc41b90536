/**
 * Hints that say which part of a collection they bring whole: a phone that follows them asks for nothing, and any gap,
 * other order, other history or contradiction ends in a pull.
 */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Checkpoint } from '@/db/rows/checkpoint';
import {
  type FakeServer,
  filledServer,
  type HintContent,
  type Transaction,
  teacherRow,
  uuid,
} from './support/fake-server';
import { newPhone, Page, storedRecord, until, withReplica } from './support/phone';

let server: FakeServer;
let page: Page;

beforeEach(async () => {
  server = filledServer(30);
  newPhone(server);
  // No pull waits for its jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  page = await new Page().open();
  await until(() => page.complete, 'the first sync is complete');
  await until(async () => (await storedRecord()) !== null, 'the record is stored');
  await pull();
  server.requests.length = 0;
});

afterEach(async () => {
  await page.close();
  vi.restoreAllMocks();
});

const pull = () => page.ask({ kind: 'pull', reason: 'manual' });
const shows = (name: string) => until(() => page.names().includes(name), `${name} is shown`);
const asks = () => until(() => server.requests.length > 0, 'it asks');
const hear = (content: object) => page.hints?.onHint('teachers', structuredClone(content));

/** Changes a teacher on the server; returns the content of the hint. */
function change(n: number, name: string): HintContent {
  server.put('teachers', teacherRow(n, { name }));
  return server.hint('teachers');
}

/** The checkpoint on the disk. Closes the phone, and opens it again. */
async function checkpoint(): Promise<Checkpoint | null | undefined> {
  await page.close();
  const found = await withReplica(({ teachers }) => teachers.state().then((state) => state?.checkpoint));
  page = await new Page().open();
  await until(() => page.complete && page.hints !== null, 'it is open again');
  return found;
}

/** The next pull brings nothing, because the hints have brought it all. */
async function pullsNothing(): Promise<void> {
  server.rowsSent = 0;
  await pull();
  expect(server.rowsSent).toBe(0);
}

describe('a hint that follows', () => {
  test('is enough: no request brings its rows again, nor after a restart', async () => {
    for (const [n, name] of ['Ágata', 'Beatriz', 'Célia'].entries()) {
      hear(change(n, name));
      await shows(name);
    }
    server.remove('teachers', uuid(0xa, 9));
    hear(server.hint('teachers'));
    await until(() => page.names().length === 29, 'the removed teacher is gone');
    expect(server.requests).toEqual([]);
    await pullsNothing();
    expect((await checkpoint())?.xid).toBe(server.newest);
    expect(page.names()).toEqual(expect.arrayContaining(['Ágata', 'Beatriz', 'Célia']));
    await pullsNothing();
  });

  test('may begin before the checkpoint', async () => {
    change(1, 'Ágata');
    const first = server.newest;
    hear(server.hint('teachers'));
    await shows('Ágata');
    change(2, 'Beatriz');
    hear(server.hint('teachers', first));
    await shows('Beatriz');
    expect(server.requests).toEqual([]);
    await pullsNothing();
  });

  test('during a pull is stored after it', async () => {
    change(4, 'Primeira');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = false;
    globalThis.fetch = async (input, init) => {
      const response = await server.fetch(input, init);
      isHeld = true;
      await held;
      return response;
    };
    const pulled = pull();
    await until(() => isHeld, 'the answer is on its way');
    hear(change(4, 'Segunda'));
    release();
    await pulled;
    await shows('Segunda');
    expect(server.requests).toHaveLength(1);
    await pullsNothing();
  });
});

describe('a gap', () => {
  test('before a hint: its rows are shown, and the missing ones asked for', async () => {
    change(1, 'Perdida');
    hear(change(2, 'Ouvida'));
    await shows('Ouvida');
    await shows('Perdida');
    expect(server.requests).toEqual(['rpc/pull_changes teachers']);
    await pullsNothing();
  });

  test('because hints come in another order ends in a pull', async () => {
    const first = change(1, 'Ágata');
    hear(change(2, 'Beatriz'));
    hear(first);
    await shows('Ágata');
    await shows('Beatriz');
    await asks();
    await pullsNothing();
  });

  test('of an open transaction: rows without places are shown, and move nothing', async () => {
    const before = server.newest;
    const late: Transaction = server.begin().put('teachers', teacherRow(3, { name: 'Atrasada' }));
    const early = change(1, 'Ágata');
    expect(early.after).toBeUndefined();
    hear(early);
    await shows('Ágata');
    expect(server.requests).toEqual([]);
    expect((await checkpoint())?.xid).toBe(before);
    late.commit();
    hear(server.hint('teachers', late.xid));
    await shows('Atrasada');
    await pullsNothing();
  });

  test('of several rows that the network cut short: the collection is pulled', async () => {
    change(1, 'Ágata');
    const { rows, ...places } = change(2, 'Beatriz');
    hear({ ...places, rows: [] });
    await shows('Beatriz');
    await shows('Ágata');
  });
});

describe('a hint that comes again', () => {
  test('changes nothing, and nothing is asked for', async () => {
    const first = change(1, 'Ontem');
    hear(first);
    hear(change(1, 'Hoje'));
    await shows('Hoje');
    hear(first);
    hear(change(2, 'Beatriz'));
    await shows('Beatriz');
    expect(page.names()).toContain('Hoje');
    expect(server.requests).toEqual([]);
  });

  test('with rows that are not here is not believed: the phone asks, and they are not shown', async () => {
    const first = change(1, 'Ágata');
    hear(first);
    await shows('Ágata');
    const { after } = first;
    const place = { xid: (after?.xid ?? 0) + 1, id: uuid(0xa, 99) };
    const forged = { ...teacherRow(99, { name: 'Forjada' }), _xid: place.xid, _deleted: false };
    server.put('teachers', teacherRow(1, { name: 'Mais Nova' }));
    hear(server.hint('teachers'));
    await shows('Mais Nova');
    expect(server.requests).toEqual([]);
    hear({ epoch: server.epoch, after, rows: [forged], checkpoint: place });
    await asks();
    await pull();
    expect(page.names()).not.toContain('Forjada');
  });
});

describe('a forged hint', () => {
  const forgeries: [string, (hint: HintContent) => object][] = [
    ['reaches beyond its rows', (hint) => ({ ...hint, checkpoint: { ...hint.checkpoint, xid: 9_999 } })],
    ['ends before its rows', (hint) => ({ ...hint, checkpoint: hint.after })],
    ['begins after its rows', (hint) => ({ ...hint, after: hint.checkpoint })],
    ['has its rows twice', (hint) => ({ ...hint, rows: [...hint.rows, ...hint.rows] })],
    ['has one place only', ({ checkpoint: _, ...hint }) => hint],
    ['has a place that is none', (hint) => ({ ...hint, after: { xid: -1, id: 'x' } })],
    ['is of another history', (hint) => ({ ...hint, epoch: 'other' })],
  ];

  test.each(forgeries)('that %s is not taken: the phone asks', async (_, forge) => {
    hear(forge(change(1, 'Ágata')));
    await shows('Ágata');
    expect(server.requests).toEqual(['rpc/pull_changes teachers']);
    await pullsNothing();
    expect((await checkpoint())?.xid).toBe(server.newest);
  });

  test('that is ahead of the server does not last: the next pull reads the collection again', async () => {
    const ahead = { xid: 5_000, id: uuid(0xa, 99) };
    const row = { ...teacherRow(99, { name: 'Forjada' }), _xid: ahead.xid, _deleted: false };
    hear({
      ...server.hint('teachers', 0),
      after: { xid: 0, id: uuid(0, 0) },
      rows: [row],
      checkpoint: ahead,
    });
    await shows('Forjada');
    change(1, 'Ágata');
    await pull();
    await shows('Ágata');
    await until(() => !page.names().includes('Forjada'), 'the forged teacher is gone');
    expect(page.names()).toHaveLength(30);
  });
});
