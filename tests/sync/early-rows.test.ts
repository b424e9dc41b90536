/** A long first sync: the rows of the own city come before all others, and every ending of it is that of a plain pull. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TeacherAnswer } from '@/db/memory/lookup';
import type { TeacherRow } from '@/db/rows/public-rows';
import { SearchIndex } from '@/db/search/search-index';
import { toEntry } from '@/db/search/to-entry';
import { firstOfUse } from '@/sync/search/order-of-use';
import { type FakeServer, filledServer, teacherRow, uuid } from './support/fake-server';
import { newPhone, Page, storedRecord, teachersOnDisk, until } from './support/phone';

/** More than two pages. */
const TEACHERS = 1_020;
/** Its teachers are those whose number is one more than a multiple of three; of them 300 come first. */
const CITY = 'Salvador';
const FIRST = 300;

let server: FakeServer;
const pages: Page[] = [];
let held: { free(): void; isAsked: boolean };

beforeEach(() => {
  server = filledServer(TEACHERS);
  server.writeFile();
  newPhone(server);
  held = holdPull();
});
afterEach(async () => {
  held.free();
  for (const page of pages.splice(0)) await page.close();
});

async function open(): Promise<Page> {
  const page = await new Page().open(true, { city: CITY, low: false });
  pages.push(page);
  return page;
}

/** The pull of teachers' rows from the start waits. */
function holdPull() {
  let free: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    free = resolve;
  });
  const hold = { free, isAsked: false };
  globalThis.fetch = async (input, init) => {
    const isFirst =
      String(input).endsWith('pull_teachers') && JSON.parse(String(init?.body)).after_xid === null;
    if (isFirst) {
      hold.isAsked = true;
      const aborted = new Promise((resolve) => init?.signal?.addEventListener('abort', resolve));
      await Promise.race([gate, aborted]);
    }
    return server.fetch(input, init);
  };
  return hold;
}

/** Into the first page of the pull, which leaves tombstones out. */
function goes(n: number): void {
  server.remove('teachers', uuid(0xa, n));
  const later = server.begin();
  for (let other = 400; other < TEACHERS; other++) later.put('teachers', teacherRow(other));
  later.commit();
}

const pull = (on: Page) => on.ask({ kind: 'pull', reason: 'manual' });
const teacher = async (on: Page, n: number) =>
  (await on.ask({ kind: 'teacher', key: `professora-${n}` })) as TeacherAnswer;
/** By rank: 'Professora 1', 'Professora 10', 'Professora 100'… */
const [early, late] = [1, 2];

async function isLikeAPull(page: Page): Promise<void> {
  const live = server.live('teachers');
  await until(async () => (await teachersOnDisk()) === live.length, 'all rows are stored');
  await pull(page);
  expect(page.names().toSorted()).toEqual(live.map(({ name }) => String(name)).toSorted());
  expect(await storedRecord()).toHaveLength(live.length);
  for (const { id } of live.filter((_, at) => at % 40 === 1)) {
    const { row } = (await page.ask({ kind: 'teacher', key: id })) as TeacherAnswer;
    expect(row?.name).toBe(server.tables.teachers.get(id)?.name);
  }
}

test('teachers of the own city have their details before the pull begins, which brings the others and them', async () => {
  const page = await open();
  await until(() => held.isAsked, 'the pull begins');
  expect(await teachersOnDisk()).toBe(FIRST);
  expect(await teacher(page, early)).toMatchObject({ row: { id: uuid(0xa, early) } });
  expect(await teacher(page, late)).toEqual({ row: null, complete: false });
  expect(page.names()).toHaveLength(TEACHERS);
  expect(server.requests.filter((path) => path.startsWith('teacher_listings?'))).toHaveLength(3);
  goes(early);
  held.free();
  await isLikeAPull(page);
});

test('an interruption after them leaves nobody who has gone, and asks for them once', async () => {
  await open();
  await until(() => held.isAsked, 'the pull begins');
  await pages.pop()?.close();
  goes(early);
  server.put('teachers', teacherRow(4, { name: 'Renomeada Agora' }));
  held.free();
  const page = await open();
  await isLikeAPull(page);
  expect(await page.ask({ kind: 'teacher', key: uuid(0xa, early) })).toEqual({ row: null, complete: true });
  expect(server.requests.filter((path) => path.startsWith('teacher_listings?'))).toHaveLength(3);
});

test('of a server with another history none of them stays', async () => {
  const page = await open();
  await until(() => held.isAsked, 'the pull begins');
  server.restore((name, id) => name !== 'teachers' || id > uuid(0xa, 40));
  held.free();
  await until(
    async () => (await teachersOnDisk()) === server.live('teachers').length,
    'the rows are its own',
  );
  await isLikeAPull(page);
});

test('without an answer for them the pull begins all the same', async () => {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (String(input).includes('teacher_listings?')) return Response.json({ code: 'x' }, { status: 400 });
    return fetch(input, init);
  };
  held.free();
  await isLikeAPull(await open());
});

test('saved teachers come before those of the city, and these before those of the styles', () => {
  const index = new SearchIndex();
  const rows = Array.from({ length: 24 }, (_, n) => teacherRow(n) as unknown as TeacherRow);
  index.apply(rows.map(toEntry), []);
  const saved = [uuid(0xa, 23), uuid(0xa, 999)];
  const ids = firstOfUse(index, { saved, city: uuid(0xc, 1), styles: [uuid(0xd, 2)] }, 12);
  const numbers = ids.map((id) => Number.parseInt(id.slice(-4), 16));
  expect(numbers).toEqual([23, 1, 10, 13, 16, 19, 22, 4, 7, 14, 18, 2]);
  expect(firstOfUse(index, { saved: [], city: null, styles: [] }, 12)).toEqual([]);
});
