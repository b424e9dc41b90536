/** Stored blocks of teachers' rows that cannot be read any more: the phone fetches their rows again, and loses nothing else. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TeacherAnswer } from '@/db/memory/lookup';
import { dropRecord } from '@/db/search/keep-record';
import { storedIn } from '@/db/storage/names';
import { logger } from '@/lib/logger';
import { type FakeServer, filledServer, teacherRow, uuid } from './support/fake-server';
import { newPhone, Page, storedRecord, teachersOnDisk, until } from './support/phone';

const TEACHERS = 300;
/** As many rows as a block has. */
const BLOCK = 128;

let server: FakeServer;
let pages: Page[] = [];

beforeEach(() => {
  server = filledServer(TEACHERS);
  newPhone(server);
  vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  for (const page of pages) await page.close();
  pages = [];
  vi.restoreAllMocks();
});

async function open(visible = true): Promise<Page> {
  const page = await new Page().open(visible);
  pages.push(page);
  return page;
}

async function close(): Promise<void> {
  for (const page of pages.splice(0)) await page.close();
}

/** A phone with all rows, closed. */
async function filled(): Promise<void> {
  const page = await open();
  await until(
    async () => (await teachersOnDisk()) === TEACHERS && (await storedRecord())?.length === TEACHERS,
    'all rows and the record are stored',
  );
  await pull(page);
  await close();
}

const pull = (on: Page) => on.ask({ kind: 'pull', reason: 'manual' });
const goOffline = () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
};
const goOnline = () => {
  globalThis.fetch = server.fetch;
};

/** Cuts the text of these blocks. */
function damage(...numbers: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(storedIn('teachers'));
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('docs', 'readwrite');
      const docs = transaction.objectStore('docs');
      for (const number of numbers) {
        const reading = docs.get(`block-${number}`);
        reading.onsuccess = () => docs.put({ ...reading.result, text: reading.result.text.slice(0, 100) });
      }
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

const teacher = (on: Page, n: number) => on.ask({ kind: 'teacher', key: `professora-${n}` });
const askedByIds = () => server.requests.filter((path) => path.startsWith('teacher_listings?')).length;
const isWhole = async () => (await teachersOnDisk().catch(() => 0)) === server.live('teachers').length;

test('its rows alone are fetched again, by their ids, and what is shown stays whole', async () => {
  await filled();
  await damage(1);
  const page = await open();
  const asked = server.rowsSent;
  expect(page.names()).toHaveLength(TEACHERS);
  // A teacher's page asks the server itself meanwhile, instead of calling the teacher gone.
  const answer = (await teacher(page, 200)) as TeacherAnswer;
  expect(answer.complete).toBe(answer.row !== null);
  await until(isWhole, 'its rows are back');
  await pull(page);
  expect(server.rowsSent - asked).toBe(BLOCK);
  expect(askedByIds()).toBe(2);
  expect(await teacher(page, 200)).toMatchObject({ row: { id: uuid(0xa, 200) }, complete: true });
  expect(page.names()).toHaveLength(TEACHERS);
  expect(logger.warn).toHaveBeenCalledTimes(1);
  await pull(page);
  expect(askedByIds()).toBe(2);
});

test('offline nothing else is lost, also not over a start without a record, and the rows return with the network', async () => {
  await filled();
  await damage(0, 2);
  goOffline();
  await open();
  await until(async () => (await teacher(pages[0] as Page, 5)) !== null, 'it answers');
  expect(await teacher(pages[0] as Page, 5)).toEqual({ row: null, complete: false });
  expect(await teacher(pages[0] as Page, 130)).toMatchObject({ row: { id: uuid(0xa, 130) } });
  await close();
  const page = await open();
  await until(async () => (await teacher(page, 5)) !== null, 'it answers');
  // All of it is read again, as after a day.
  page.resume();
  await until(() => page.said.filter(({ type }) => type === 'record').length > 0, 'the record is made anew');
  expect(page.names()).toHaveLength(TEACHERS);
  // Teachers change and go meanwhile.
  server.put('teachers', teacherRow(7, { name: 'Renomeada Agora' }));
  server.remove('teachers', uuid(0xa, 8));
  goOnline();
  await pull(page);
  await until(isWhole, 'its rows are back');
  expect(page.names()).toHaveLength(TEACHERS - 1);
  expect(page.names()).toContain('Renomeada Agora');
  expect(await teacher(page, 7)).toMatchObject({ row: { name: 'Renomeada Agora' } });
});

test('without a record the ids are not known: everything comes again, once, and nobody is missing after it', async () => {
  await filled();
  await damage(1);
  await dropRecord();
  const page = await open();
  await until(async () => (await isWhole()) && page.names().length === TEACHERS, 'all rows are back');
  const pulls = () => server.requests.filter((path) => path === 'rpc/pull_teachers').length;
  await pull(page);
  const asked = pulls();
  expect(await teacher(page, 200)).toMatchObject({ row: { id: uuid(0xa, 200) }, complete: true });
  for (let time = 0; time < 3; time++) await pull(page);
  expect(pulls()).toBe(asked);
});
