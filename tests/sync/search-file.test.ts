/** The search file on a phone: all teachers are searchable before their rows have come, and every fault ends in the pull. */
import 'fake-indexeddb/auto';
import { readNewest } from '@search-file/format.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdsCity, searchLocally } from '@/features/teachers/search-local';
import { type FakeServer, filledServer, teacherRow, uuid } from './support/fake-server';
import { newPhone, Page, SlowDisk, storedRecord, teachersOnDisk, until } from './support/phone';

const TEACHERS = 30;

let server: FakeServer;
let disk: SlowDisk;
let pages: Page[] = [];

beforeEach(() => {
  server = filledServer(TEACHERS);
  server.pageLimit = 10;
  newPhone(server);
  disk = new SlowDisk();
});
afterEach(async () => {
  disk.free();
  for (const one of pages) await one.close();
  pages = [];
});

async function open(): Promise<Page> {
  const page = await new Page({ openReplica: disk.openReplica }).open();
  pages.push(page);
  return page;
}

const pull = (on: Page) => on.ask({ kind: 'pull', reason: 'manual' });
/** Rows of teachers come only after this call. */
function holdRows(): { free(): void; isAsked(): boolean } {
  let asked = false;
  let free: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    free = resolve;
  });
  globalThis.fetch = async (input, init) => {
    const isFirst =
      String(input).endsWith('pull_teachers') && JSON.parse(String(init?.body)).after_xid === null;
    // A closed page waits for nothing.
    asked ||= isFirst;
    if (isFirst) await Promise.race([gate, aborted(init?.signal)]);
    return server.fetch(input, init);
  };
  return { free: () => free(), isAsked: () => asked };
}
const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise((resolve) => signal?.addEventListener('abort', resolve));
const bios = (page: Page) =>
  page.catalog
    .get()
    .index.search({ name: '', cityIds: null, styleIds: null }, 0, 100)
    .entries.map(({ face }) => face[3]);

async function isLikeAPull(page: Page): Promise<void> {
  await until(async () => (await teachersOnDisk()) === server.live('teachers').length, 'all rows are stored');
  await pull(page);
  const names = server.live('teachers').map(({ name }) => name);
  expect(page.names().toSorted()).toEqual(names.toSorted());
  expect(bios(page).every((bio) => bio?.startsWith('Biografia'))).toBe(true);
  expect(await storedRecord()).toHaveLength(names.length);
}

describe('with a search file', () => {
  test('all teachers are searchable before a row has come, and their rows follow', async () => {
    server.writeFile();
    const rows = holdRows();
    const page = await open();
    await until(() => page.complete, 'all are searchable');
    expect(page.names()).toHaveLength(TEACHERS);
    expect(bios(page)).toEqual(Array.from({ length: TEACHERS }, () => null));
    expect(await teachersOnDisk()).toBe(0);
    // A profile that is opened meanwhile comes from the server.
    expect(await page.ask({ kind: 'teacher', key: 'professora-7' })).toEqual({ row: null, complete: false });
    const said = page.said.length;
    rows.free();
    await isLikeAPull(page);
    const news = page.said.slice(said).filter(({ type }) => type === 'changes' || type === 'record');
    expect(news.map(({ type }) => type)).toEqual(['record']);
    expect(await page.ask({ kind: 'teacher', key: 'professora-7' })).toMatchObject({
      complete: true,
      row: { whatsapp: '11900000000' },
    });
  });

  test('changes, removals and new teachers since the file are there from the first moment', async () => {
    const late = server.begin();
    server.writeFile();
    late.put('teachers', teacherRow(1, { name: 'Escrita Antes, Confirmada Depois' })).commit();
    server.put('teachers', teacherRow(2, { name: 'Zuleica Nova' }));
    server.remove('teachers', uuid(0xa, 3));
    server.put('teachers', teacherRow(TEACHERS + 1, { name: 'Chegou Agora' }));
    const rows = holdRows();
    const page = await open();
    await until(() => page.complete, 'all are searchable');
    expect(page.names()).toHaveLength(TEACHERS);
    expect(page.names()).toEqual(
      expect.arrayContaining(['Escrita Antes, Confirmada Depois', 'Zuleica Nova', 'Chegou Agora']),
    );
    expect(page.names()).not.toContain('Professora 3');
    rows.free();
    await isLikeAPull(page);
  });

  test('a teacher who leaves while the rows come is gone at the end', async () => {
    server.writeFile();
    const rows = holdRows();
    const page = await open();
    await until(() => page.complete, 'all are searchable');
    server.remove('teachers', uuid(0xa, 4));
    server.put('teachers', teacherRow(5, { name: 'Mudou Durante' }));
    rows.free();
    await isLikeAPull(page);
    expect(page.names()).not.toContain('Professora 4');
  });

  test('an interrupted phone searches all of them at its next start, offline too, and then goes on', async () => {
    server.writeFile();
    disk.hold();
    const page = await open();
    await until(
      async () => page.complete && (await storedRecord()) !== null,
      'all are searchable and stored',
    );
    pages = [];
    const closed = page.close();
    disk.free();
    await closed;
    expect(await teachersOnDisk()).toBeLessThan(TEACHERS);
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const offline = await open();
    await pull(offline);
    expect([offline.complete, offline.names().length]).toEqual([true, TEACHERS]);
    server.remove('teachers', uuid(0xa, 6));
    server.put('teachers', teacherRow(7, { name: 'Mudou Entretanto' }));
    globalThis.fetch = server.fetch;
    await pull(offline);
    await isLikeAPull(offline);
    expect(offline.names()).not.toContain('Professora 6');
  });
});

describe('the own city', () => {
  const NONE = { name: '', style: '', page: 1 };

  test('is searched alone before the others have come, with what changed since the file', async () => {
    const of = new Set(server.writeFile());
    for (const { name, cities } of readNewest(server.searchFile).sections)
      if (cities.includes(uuid(0xc, 1))) of.delete(name);
    expect(of.size).toBeGreaterThan(3);
    server.put('teachers', teacherRow(1, { name: 'Mudou de Nome' }));
    server.remove('teachers', uuid(0xa, 4));
    server.put('teachers', teacherRow(2, { name: 'De Outra Cidade' }));
    let free: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      free = resolve;
    });
    globalThis.fetch = async (input, init) => {
      if ([...of].some((name) => String(input).endsWith(name))) await gate;
      return server.fetch(input, init);
    };
    const page = await new Page().open(true, { city: 'salvador', low: false });
    pages.push(page);
    const { catalog } = page;
    await until(() => holdsCity(catalog.get(), { city: 'Salvador' }), 'the own city is here');
    const found = searchLocally(catalog.get(), { ...NONE, city: 'Salvador' });
    expect(found.totalCount).toBe(9);
    expect(found.teachers.map(({ name }) => name)).toContain('Mudou de Nome');
    expect(page.complete).toBe(false);
    for (const city of ['Vitória', '', 'Nenhures']) expect(holdsCity(catalog.get(), { city })).toBe(false);
    free();
    await until(() => page.complete, 'all are searchable');
    expect(searchLocally(catalog.get(), { ...NONE, city: '' }).totalCount).toBe(TEACHERS - 1);
    await isLikeAPull(page);
  });
});

describe('a phone that saves data', () => {
  const low = { city: 'Salvador', low: true };
  const openLow = async () => {
    const page = await new Page().open(true, low);
    pages.push(page);
    return page;
  };
  const isOfSalvador = (n: number) => n % 3 === 1;
  const salvador = () =>
    server.live('teachers').flatMap(({ city_id, name }) => (city_id === uuid(0xc, 1) ? [String(name)] : []));

  test('keeps the listings of its own city, says so, and pulls no others', async () => {
    server.writeFile();
    const page = await openLow();
    await until(() => holdsCity(page.catalog.get(), low), 'the own city is here');
    await pull(page);
    expect(page.names().toSorted()).toEqual(salvador().toSorted());
    expect([page.complete, await teachersOnDisk()]).toEqual([false, 0]);
    expect(server.requests.filter((path) => path.startsWith('rpc/pull_teachers')).length).toBeLessThanOrEqual(
      2,
    );
  });

  test('hears who changes, leaves and moves there, and starts with its city offline', async () => {
    server.writeFile();
    const page = await openLow();
    await until(() => holdsCity(page.catalog.get(), low), 'the own city is here');
    server.put('teachers', teacherRow(1, { name: 'Mudou de Nome' }));
    server.remove('teachers', uuid(0xa, 4));
    server.put('teachers', teacherRow(7, { city_id: uuid(0xc, 2) }));
    server.put('teachers', teacherRow(3, { name: 'Chegou à Cidade', city_id: uuid(0xc, 1) }));
    await pull(page);
    await until(() => page.names().includes('Mudou de Nome'), 'the change is shown');
    expect(page.names().toSorted()).toEqual(salvador().toSorted());
    expect(page.names()).toHaveLength(
      Array.from({ length: TEACHERS }, (_, n) => n).filter(isOfSalvador).length - 1,
    );
    pages = [];
    await page.close();
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const offline = await openLow();
    expect(holdsCity(offline.catalog.get(), low)).toBe(true);
    expect(offline.names().toSorted()).toEqual(salvador().toSorted());
    expect(offline.complete).toBe(false);
  });

  test('takes the rest when it no longer saves data, and another city when that is the own one', async () => {
    server.writeFile();
    const page = await openLow();
    await until(() => holdsCity(page.catalog.get(), low), 'the own city is here');
    page.keep({ ...low, city: 'Vitória' });
    await until(() => holdsCity(page.catalog.get(), { city: 'Vitória' }), 'the other city is here');
    expect(holdsCity(page.catalog.get(), low)).toBe(false);
    page.keep({ ...low, low: false });
    await until(() => page.complete, 'all are searchable');
    await isLikeAPull(page);
  });

  test('keeps none without an own city, and all without a file', async () => {
    server.writeFile();
    const page = await new Page().open(true, { city: null, low: true });
    pages.push(page);
    await pull(page);
    expect([page.names(), await teachersOnDisk()]).toEqual([[], 0]);
    server.searchFile = null;
    page.keep(low);
    await until(() => page.complete, 'all are searchable');
    await isLikeAPull(page);
  });
});

describe('ends in the pull of today', () => {
  test('without a file', async () => {
    const page = await open();
    await isLikeAPull(page);
  });

  test.each<[string, (names: string[]) => void]>([
    ['a section that is missing', ([name = '']) => server.files.delete(name)],
    [
      'a half-written section',
      ([name = '']) => {
        const bytes = server.files.get(name) ?? new Uint8Array();
        server.files.set(name, bytes.slice(0, bytes.length >> 1));
      },
    ],
    [
      'a damaged section',
      ([name = '']) => {
        const bytes = server.files.get(name)?.slice() ?? new Uint8Array();
        bytes.fill(7, bytes.length >> 1, (bytes.length >> 1) + 8);
        server.files.set(name, bytes);
      },
    ],
    ['a section that is none', ([name = '']) => server.files.set(name, new TextEncoder().encode('<html>'))],
    ['names without their number', () => Object.assign(server.searchFile ?? {}, { count: 7 })],
    [
      'a file of another version',
      () => {
        server.searchFile = { version: 99 };
      },
    ],
    ['another history', () => server.restore(() => true)],
    [
      'a server that was set back before the file',
      () => {
        const { newest } = server;
        server.put('teachers', teacherRow(0, { name: 'Perdida' }));
        server.put('teachers', teacherRow(1, { name: 'Perdida Também' }));
        server.writeFile();
        server.setBack(newest);
      },
    ],
    [
      'an old file, since which too much has changed',
      () => {
        for (let n = 0; n < 12; n++) server.put('teachers', teacherRow(n, { name: `Nova ${n}` }));
      },
    ],
  ])('with %s', async (_, damage) => {
    damage(server.writeFile());
    const rows = holdRows();
    const page = await open();
    await until(rows.isAsked, 'the pull begins from nothing');
    expect(page.complete).toBe(false);
    rows.free();
    await isLikeAPull(page);
  });

  test('with a preview of another history: what is shown stays until the rows are here', async () => {
    server.writeFile();
    disk.hold();
    const page = await open();
    await until(
      async () => page.complete && (await storedRecord()) !== null,
      'all are searchable and stored',
    );
    pages = [];
    const closed = page.close();
    disk.free();
    await closed;
    server.restore((name, id) => name !== 'teachers' || id !== uuid(0xa, 8));
    const next = await open();
    expect(next.names()).toHaveLength(TEACHERS);
    await pull(next);
    await isLikeAPull(next);
    expect(next.names()).not.toContain('Professora 8');
  });

  test('on a browser that cannot unpack', async () => {
    server.writeFile();
    const unpack = globalThis.DecompressionStream;
    Reflect.deleteProperty(globalThis, 'DecompressionStream');
    try {
      await isLikeAPull(await open());
    } finally {
      globalThis.DecompressionStream = unpack;
    }
  });
});

test('sections that were replaced while they were read: the newer file is taken', async () => {
  server.writeFile();
  const former = server.searchFile;
  const gone = new Set(server.files.keys());
  for (let n = 0; n < TEACHERS; n++) server.put('teachers', teacherRow(n, { name: `Nova no Arquivo ${n}` }));
  for (const name of server.writeFile()) gone.delete(name);
  for (const name of gone) server.files.delete(name);
  const recent = server.searchFile;
  server.searchFile = former;
  let asked = 0;
  globalThis.fetch = async (input, init) => {
    const answer = await server.fetch(input, init);
    if (String(input).endsWith('rpc/newest_search_file')) asked += 1;
    if (asked === 1) server.searchFile = recent;
    return answer;
  };
  server.pageLimit = 500;
  const page = await open();
  await until(() => page.complete, 'all are searchable');
  expect(asked).toBe(2);
  expect(page.names()).toContain('Nova no Arquivo 3');
  await isLikeAPull(page);
});
