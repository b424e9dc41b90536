/** Content on a phone: it is synced last, stays readable offline, and screens follow the server. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ContentKind } from '@/db/rows/public-rows';
import { type FakeServer, filledServer, teacherRow, uuid } from './support/fake-server';
import { newPhone, Page, rawStorage, storedRecord, until } from './support/phone';

let server: FakeServer;
let pages: Page[];

beforeEach(() => {
  server = filledServer(3);
  newPhone(server);
  pages = [];
});

afterEach(async () => {
  for (const page of pages) await page.close();
});

async function open(): Promise<Page> {
  const page = await new Page().open();
  pages.push(page);
  return page;
}

async function close(page: Page): Promise<void> {
  pages = pages.filter((other) => other !== page);
  await page.close();
}

const pull = (page: Page) => page.ask({ kind: 'pull', reason: 'manual' });

let edits = 0;

function contentRow(kind: ContentKind, n: number, fields: Record<string, unknown> = {}) {
  edits += 1;
  return {
    id: uuid(0xe, n),
    kind,
    slug: `${kind}-${n}`,
    sort_key: String(n).padStart(4, '0'),
    updated_at: new Date(edits).toISOString(),
    data: { title: `${kind} ${n}` },
    ...fields,
  };
}

/** Imitates a screen that shows a view: its last drawing, and the number of drawings. */
function show(page: Page, kind: ContentKind, key: string | null = null) {
  const view = page.content.view(kind, key);
  const screen = {
    drawn: 0,
    leave: () => undefined as unknown,
    get now() {
      return view.get();
    },
    titles: () => view.get().rows.map(({ data }) => (data as { title: string }).title),
  };
  screen.leave = view.subscribe(() => {
    screen.drawn += 1;
  });
  return screen;
}

test('a kind is shown in its order, nothing of the other kinds, and one row by slug or id', async () => {
  const same = { sort_key: '0001' };
  server.put('content', contentRow('event', 3));
  server.put('content', contentRow('event', 2, same));
  server.put('content', contentRow('event', 1, same));
  server.put('content', contentRow('blog', 4));
  const page = await open();
  const events = show(page, 'event');
  await until(() => events.now.usable, 'content is here');
  expect(events.titles()).toEqual(['event 1', 'event 2', 'event 3']);
  const found = async (kind: ContentKind, key: string) => {
    const item = show(page, kind, key);
    await until(() => item.now.usable, 'the item is read');
    return item.titles();
  };
  expect(await found('event', 'event-2')).toEqual(['event 2']);
  expect(await found('event', uuid(0xe, 3).toUpperCase())).toEqual(['event 3']);
  expect(await found('event', uuid(0xe, 4))).toEqual([]);
  expect(await found('blog', 'event-2')).toEqual([]);
});

test('changes on the server are drawn: new, changed, moved and removed rows', async () => {
  server.put('content', contentRow('event', 1));
  server.put('content', contentRow('event', 2));
  const page = await open();
  const events = show(page, 'event');
  await until(() => events.now.usable, 'content is here');
  server.put('content', contentRow('event', 3, { data: { title: 'novo' } }));
  server.put('content', contentRow('event', 1, { sort_key: '0009', data: { title: 'movido' } }));
  server.remove('content', uuid(0xe, 2));
  await until(() => page.hints !== null, 'hints are heard');
  page.hints?.onHint('content');
  await until(() => events.titles().join() === 'novo,movido', 'the news are drawn');
  expect(await rawStorage()).not.toContain('event 2');
});

test('a screen is not drawn for rows that it does not show, and reads again when it returns', async () => {
  server.put('content', contentRow('event', 1));
  server.put('content', contentRow('blog', 2));
  const page = await open();
  const [events, blog] = [show(page, 'event'), show(page, 'blog')];
  await until(() => events.now.usable && blog.now.usable, 'content is here');
  const { drawn } = events;
  server.put('content', contentRow('blog', 3));
  await pull(page);
  await until(() => blog.titles().length === 2, 'the other kind is drawn');
  await pull(page);
  expect(events.drawn).toBe(drawn);
  blog.leave();
  server.remove('content', uuid(0xe, 3));
  await pull(page);
  expect(blog.titles()).toHaveLength(2);
  const back = show(page, 'blog');
  await until(() => back.titles().length === 1, 'it is true again');
});

test('it is readable without the server, after one visit', async () => {
  server.put('content', contentRow('step', 1));
  const first = await open();
  await until(() => show(first, 'step').now.usable, 'content is here');
  await close(first);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const page = await open();
  const steps = show(page, 'step');
  await until(() => steps.now.isRead, 'it is read');
  expect([steps.now.usable, steps.titles()]).toEqual([true, ['step 1']]);
});

test('a phone without content says so at once, and never takes that for empty', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const page = await open();
  const events = show(page, 'event');
  await until(() => events.now.isRead, 'it is read');
  expect(events.now.usable).toBe(false);
  server.put('content', contentRow('event', 1));
  globalThis.fetch = server.fetch;
  await pull(page);
  await until(() => events.now.usable, 'it came after all');
  expect(events.titles()).toEqual(['event 1']);
});

test('a server without content gives a true empty list', async () => {
  const page = await open();
  const events = show(page, 'event');
  await until(() => events.now.usable, 'it is known');
  expect(events.titles()).toEqual([]);
});

test('it is pulled last, and search is stored before it', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  globalThis.fetch = async (input, init) => {
    if (String(input).includes('pull_content')) await held;
    return server.fetch(input, init);
  };
  const page = await open();
  await until(() => page.complete, 'the listings are shown');
  await until(async () => (await storedRecord()) !== null, 'the record is stored');
  const asked = () => server.requests.map((path) => /^rpc\/pull_(\w+)/.exec(path)?.[1]);
  expect(asked()).toEqual(['cities', 'dance_styles', 'teachers']);
  release();
  await until(() => asked().at(-1) === 'content', 'content is pulled');
});

test('a server that refuses it does not block the listings', async () => {
  globalThis.fetch = async (input, init) =>
    String(input).includes('pull_content')
      ? Response.json({ code: 'PGRST202', message: 'no such function' }, { status: 404 })
      : server.fetch(input, init);
  const page = await open();
  await until(() => page.complete, 'the listings are shown');
  const events = show(page, 'event');
  await until(() => events.now.isRead, 'content is asked for');
  expect(events.now.usable).toBe(false);
  server.put('teachers', teacherRow(7, { name: 'Nova Professora' }));
  await pull(page);
  await until(() => page.names().includes('Nova Professora'), 'news of teachers come');
});

test('rows of a kind that this release does not know are kept, a row without a kind is left out', async () => {
  server.put('content', contentRow('event', 1));
  server.put('content', contentRow('event', 2, { kind: 'masterclass' }));
  server.put('content', contentRow('event', 3, { kind: undefined, data: { title: 'sem tipo' } }));
  const page = await open();
  const events = show(page, 'event');
  await until(() => events.now.usable, 'content is here');
  expect(events.titles()).toEqual(['event 1']);
  const stored = await rawStorage();
  expect(stored).toContain('masterclass');
  expect(stored).not.toContain('sem tipo');
});

test('shown rows stay when the database is deleted, and follow the server again', async () => {
  server.put('content', contentRow('event', 1));
  const page = await open();
  const events = show(page, 'event');
  await until(() => events.now.usable, 'content is here');
  server.put('content', contentRow('event', 2));
  await page.ask({ kind: 'clear-styles' });
  await until(() => events.titles().length === 2, 'the next session is asked');
});
