/** A first visit: the page asks for the search file in the engine's place, and says when the network is free for rows. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeServer, filledServer } from './support/fake-server';
import { newPhone, Page, teachersOnDisk, until } from './support/phone';

const TEACHERS = 30;

let server: FakeServer;
let pages: Page[] = [];

beforeEach(() => {
  server = filledServer(TEACHERS);
  server.pageLimit = 10;
  server.writeFile();
  newPhone(server);
});
afterEach(async () => {
  for (const one of pages) await one.close();
  pages = [];
});

async function visit(first: { busy?: boolean; file?: boolean }): Promise<Page> {
  const page = await new Page().open(true, { city: null, low: false }, first);
  pages.push(page);
  return page;
}

const isStored = async () => (await teachersOnDisk()) === TEACHERS;
const requestsFor = (name: string) => server.requests.filter((path) => path.startsWith(name)).length;

test('the file that the page asked for is not asked for again', async () => {
  const page = await visit({ file: true });
  page.passFile(server.searchFile);
  await until(() => page.complete, 'all are searchable');
  await until(isStored, 'all rows are stored');
  expect(server.askedForFile).toBe(0);
});

test('a page without an answer leaves the question to the engine', async () => {
  const page = await visit({ file: true });
  page.passFile(null);
  await until(() => page.complete, 'all are searchable');
  expect(server.askedForFile).toBe(1);
});

test('an answer that never comes holds up a visible page only, and never the stop', async () => {
  const page = await visit({ file: true });
  await until(() => requestsFor('rpc/pull_cities') > 0, 'the round has begun');
  page.show(false);
  page.show(true);
  // The next round asks by itself.
  await until(() => page.complete, 'all are searchable');
});

test('of a file with sections that are gone, the newest is read', async () => {
  const old = structuredClone(server.searchFile);
  for (const name of server.files.keys()) server.files.delete(name);
  server.writeFile();
  const [section] = (old as { sections: { name: string }[] }).sections;
  if (section) section.name = 'gone.gz';
  const page = await visit({ file: true });
  page.passFile(old);
  await until(() => page.complete, 'all are searchable');
  expect(server.askedForFile).toBe(1);
});

test('rows come once all are searchable and the page has what it loads first', async () => {
  const page = await visit({ busy: true });
  await until(() => page.complete, 'all are searchable');
  const asked = requestsFor('rpc/pull_teachers');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([requestsFor('rpc/pull_teachers'), await teachersOnDisk()]).toEqual([asked, 0]);
  page.leaveLine();
  await until(isStored, 'all rows are stored');
});

test('without a search file rows do not wait for the page: nothing else makes them searchable', async () => {
  server.searchFile = null;
  const page = await visit({ busy: true });
  await until(() => page.complete, 'all are searchable');
  await until(isStored, 'all rows are stored');
});

test('a busy page that is hidden or closed keeps no lock', async () => {
  const page = await visit({ busy: true });
  await until(() => page.complete, 'all are searchable');
  page.show(false);
  const other = await visit({});
  await until(isStored, 'the other page stores all rows');
  expect(other.complete).toBe(true);
});
