import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeServer, filledServer, teacherRow, uuid } from './support/fake-server';
import { newPhone, Page, SlowDisk, storedRecord, teachersOnDisk, until } from './support/phone';

let server: FakeServer;
let disk: SlowDisk;
let page: Page;
let pages: Page[] = [];

afterEach(async () => {
  disk.free();
  for (const one of pages) await one.close();
  pages = [];
});

async function open(): Promise<Page> {
  const opened = await new Page({ openReplica: disk.openReplica }).open();
  pages.push(opened);
  return opened;
}

const pull = (on: Page) => on.ask({ kind: 'pull', reason: 'manual' });

describe('a first sync on a slow disk', () => {
  const askedForTeachers = () =>
    server.requests.filter((path) => path.startsWith('rpc/pull_teachers')).length;

  beforeEach(async () => {
    server = filledServer(30);
    server.pageLimit = 10;
    newPhone(server);
    disk = new SlowDisk();
    disk.hold();
    page = await open();
    await until(async () => page.complete && (await storedRecord()) !== null, 'all of it is searchable');
  });

  test('can be searched completely before a row is stored, and sends its changes once', async () => {
    expect(page.names()).toHaveLength(30);
    expect(await teachersOnDisk()).toBe(0);
    const said = page.said.length;
    disk.free();
    await until(async () => (await teachersOnDisk()) === 30, 'all rows are stored');
    await pull(page);
    const news = page.said.slice(said).map(({ type }) => type);
    expect(news.filter((type) => type === 'changes' || type === 'record')).toEqual([]);
    expect(page.names()).toHaveLength(30);
  });

  test('shows whole profiles meanwhile, without the server', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const answer = await page.ask({ kind: 'teacher', key: 'professora-29' });
    expect(answer).toMatchObject({ complete: true, row: { id: uuid(0xa, 29), whatsapp: '11900000000' } });
  });

  test('that is interrupted paints all of it at the next start, and fetches unstored rows again', async () => {
    pages = [];
    const closed = page.close();
    disk.free();
    await closed;
    const stored = await teachersOnDisk();
    expect(stored).toBeLessThan(30);
    const { fetch } = server;
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const next = await open();
    expect([next.complete, next.names().length]).toEqual([true, 30]);
    // Only cards exist of teachers whom the replica lacks: the page then asks the server.
    await until(
      async () => (await next.ask({ kind: 'teacher', key: 'professora-29' })) !== null,
      'it answers',
    );
    expect(await next.ask({ kind: 'teacher', key: 'professora-29' })).toEqual({ row: null, complete: false });
    const asked = askedForTeachers();
    globalThis.fetch = fetch;
    server.remove('teachers', uuid(0xa, 2));
    server.put('teachers', teacherRow(3, { name: 'Zuleica Nova' }));
    await pull(next);
    expect(next.names()).toHaveLength(29);
    expect(next.names()).toContain('Zuleica Nova');
    expect(await teachersOnDisk()).toBe(29);
    expect(askedForTeachers() - asked).toBeLessThanOrEqual(3);
  });

  test('releases the lock when the page is hidden, and finishes when it is visible again', async () => {
    page.show(false);
    disk.free();
    await until(() => page.hints === null, 'it no longer pulls');
    expect(await teachersOnDisk()).toBeLessThan(30);
    expect(page.names()).toHaveLength(30);
    page.show(true);
    await until(async () => (await teachersOnDisk()) === 30, 'all rows are stored');
    expect(page.names()).toHaveLength(30);
  });

  test('keeps rows that the server removed meanwhile no longer than until the next pull', async () => {
    server.remove('teachers', uuid(0xa, 4));
    disk.free();
    await pull(page);
    await pull(page);
    expect(page.names()).toHaveLength(29);
    expect(await teachersOnDisk()).toBe(29);
  });
});
