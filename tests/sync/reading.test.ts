import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PUBLIC } from '@/db/rows/collections';
import { pause } from '@/lib/idle';
import { serverNow } from '@/lib/server-clock';
import { PULL_EVERY } from '@/sync/pull/public-puller';
import { type FakeServer, filledServer, namedRow, teacherRow, uuid } from './support/fake-server';
import { everything, newPhone, Page, rawStorage, storedRecord, until, withReplica } from './support/phone';

let server: FakeServer;
let pages: Page[];

beforeEach(() => {
  server = filledServer(30);
  newPhone(server);
  pages = [];
});

afterEach(async () => {
  for (const page of pages) await page.close();
});

async function open(joins = true): Promise<Page> {
  const page = new Page();
  page.joins = joins;
  pages.push(page);
  return page.open();
}

async function close(page: Page): Promise<void> {
  pages = pages.filter((other) => other !== page);
  await page.close();
}

async function synced(joins = true): Promise<Page> {
  const page = await open(joins);
  await until(() => page.complete, 'the first sync is complete');
  await until(async () => (await storedRecord()) !== null, 'the record is stored');
  return page;
}

const pull = (page: Page) => page.ask({ kind: 'pull', reason: 'manual' });

describe('the first sync', () => {
  test('ends with every listing, city and style on the phone', async () => {
    const page = await synced();
    expect(page.names()).toHaveLength(30);
    const { cities, danceStyles, citiesComplete } = page.catalog.get();
    expect([cities.size, danceStyles.size, citiesComplete]).toEqual([3, 4, true]);
  });

  test('takes several pages and reports its progress', async () => {
    server = filledServer(1_020);
    newPhone(server);
    const page = await synced();
    expect(page.names()).toHaveLength(1_020);
    const told = page.said.flatMap((message) =>
      message.type === 'status' ? [message.collections.teachers] : [],
    );
    expect(told).toContainEqual(expect.objectContaining({ state: 'syncing', received: 500, total: 1_020 }));
    expect(server.requests.filter((path) => path.startsWith('rpc/pull_teachers'))).toHaveLength(3);
  });

  test('asks for cities, styles and the search file together', async () => {
    const answers: (() => void)[] = [];
    let held = true;
    globalThis.fetch = async (input, init) => {
      if (held) await new Promise<void>((resolve) => answers.push(resolve));
      return server.fetch(input, init);
    };
    const page = await open();
    await until(() => answers.length === 3, 'three requests are on their way');
    held = false;
    for (const answer of answers) answer();
    await until(() => page.complete, 'the first sync is complete');
    expect(server.requests.filter((path) => path.startsWith('rpc/pull_cities'))).toHaveLength(1);
  });

  test('that was interrupted continues where it was, and shows its rows when the server is gone', async () => {
    server = filledServer(510);
    newPhone(server);
    // Cities, styles and the first page are answered, and that there is no search file; later requests are not.
    const fetchOnce = server.fetch;
    let calls = 0;
    globalThis.fetch = (input, init) => {
      calls += Number(String(input).includes('/rpc/pull_'));
      return calls <= 3 ? fetchOnce(input, init) : Promise.reject(new TypeError('Failed to fetch'));
    };
    const page = await open();
    await until(() => page.catalog.get().phase === 'partial', 'the part that came is shown');
    expect(page.names()).toHaveLength(500);
    await close(page);
    globalThis.fetch = server.fetch;
    server.requests.length = 0;
    const next = await synced();
    expect(next.names()).toHaveLength(510);
    expect(server.requests.filter((path) => path.startsWith('rpc/pull_teachers'))).toHaveLength(1);
  });

  test.each(['refused', 'portal', 'lost', 'cut', 'garbage', 'offline'] as const)(
    'is not taken for empty when the answer is %s',
    async (fault) => {
      server.faults = [fault];
      const page = await open();
      await until(
        () =>
          page.said.some(
            (message) => message.type === 'status' && message.collections.cities?.state === 'failed',
          ),
        'the pull has failed',
      );
      expect(page.catalog.get().phase).toBe('none');
      await pull(page);
      await until(() => page.complete, 'it is complete after all');
      expect(page.names()).toHaveLength(30);
    },
  );

  test('that fails does not make a new request wait for the back-off', async () => {
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    let fail: () => void = () => undefined;
    globalThis.fetch = () =>
      new Promise((_, reject) => {
        globalThis.fetch = lost;
        fail = () => reject(new TypeError('Failed to fetch'));
      });
    const page = await open();
    await until(() => globalThis.fetch === lost, 'the first pull is under way');
    let answered = false;
    const asked = pull(page).then(() => {
      answered = true;
    });
    // The back-off after a first failure, one to two seconds, does not end during this test.
    const begin = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (work: () => void, ms = 0) =>
      begin(ms >= 900 && ms <= 2_000 ? () => undefined : work, ms),
    );
    fail();
    await until(() => answered, 'the one who asked is answered').finally(() => vi.unstubAllGlobals());
    await asked;
  });

  test('of an empty server gives a true empty list', async () => {
    server = filledServer(0);
    newPhone(server);
    const page = await synced();
    expect(page.names()).toEqual([]);
  });
});

describe('a later start', () => {
  test('paints from the record before any engine runs, without the server', async () => {
    const before = await synced();
    const shown = everything(before.catalog.get());
    await close(before);
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const page = new Page();
    await page.catalog.open();
    expect(page.catalog.get().phase).toBe('complete');
    expect(everything(page.catalog.get())).toEqual(shown);
  });

  test('finds a whole profile by slug or id as soon as the replica is open, without the server', async () => {
    await close(await synced());
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const page = await open();
    const bySlug = await page.ask({ kind: 'teacher', key: 'professora-3' });
    expect(bySlug).toMatchObject({ complete: true, row: { id: uuid(0xa, 3), whatsapp: '11900000000' } });
    expect(await page.ask({ kind: 'teacher', key: uuid(0xa, 3) })).toEqual(bySlug);
    expect(await page.ask({ kind: 'teacher', key: 'ninguem' })).toEqual({ row: null, complete: true });
  });

  test('applies changes that the replica got after the record was built', async () => {
    await close(await synced());
    server.put('teachers', teacherRow(3, { name: 'Zuleica Nova' }));
    server.remove('teachers', uuid(0xa, 4));
    await withReplica(async (replica) => {
      const { pullCollection } = await import('@/sync/pull/pull-collection');
      const { fetchPage } = await import('@/sync/pull/fetch-page');
      await pullCollection<'teachers'>(replica.teachers, {
        fetchPage,
        signal: new AbortController().signal,
        pace: async () => undefined,
        onProgress: () => undefined,
      });
    });
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const page = await open();
    expect(page.names()).toContain('Professora 3');
    await until(() => page.names().includes('Zuleica Nova'), 'the change is shown');
    expect(page.names()).not.toContain('Professora 4');
  });

  test.each([
    ['gone', async () => indexedDB.deleteDatabase('danceflix_cache_search')],
    [
      'of another version',
      async () => {
        const { readRecord } = await import('@/db/search/search-record-store');
        const { writeRecord } = await import('@/db/search/keep-record');
        const record = await readRecord();
        if (record) await writeRecord({ ...record, version: 0 });
      },
    ],
    [
      'cut short',
      async () => {
        const { readRecord } = await import('@/db/search/search-record-store');
        const { writeRecord } = await import('@/db/search/keep-record');
        const record = await readRecord();
        if (record) await writeRecord({ ...record, faces: record.faces.subarray(0, 10) });
      },
    ],
  ])('rebuilds a record that is %s from the replica, without the network', async (_, spoil) => {
    const before = await synced();
    const shown = everything(before.catalog.get());
    await close(before);
    await spoil();
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const page = await open();
    await until(() => page.complete, 'it is rebuilt');
    expect(everything(page.catalog.get())).toEqual(shown);
  });
});

describe('a change on the server', () => {
  test('appears after a hint', async () => {
    const page = await synced();
    server.put('teachers', teacherRow(5, { name: 'Ágata Renomeada' }));
    page.hints?.onHint('teachers');
    await until(() => page.names().includes('Ágata Renomeada'), 'the new name is shown');
    expect(page.names()).toHaveLength(30);
  });

  test('is not pulled at every hint once hints bring nothing: anybody can send one', async () => {
    const page = await synced();
    server.requests.length = 0;
    for (let hints = 0; hints < 12; hints += 1) {
      page.hints?.onHint('teachers');
      await pause(400);
    }
    expect(server.requests.filter((path) => path.includes('teachers')).length).toBeLessThan(6);
    expect(server.requests.length).toBeGreaterThan(0);
    server.put('teachers', teacherRow(5, { name: 'Ágata Renomeada' }));
    page.hints?.onConnected();
    await until(() => page.names().includes('Ágata Renomeada'), 'a new connection looks at once');
  });

  test('is pulled every five minutes: of teachers and content always, of cities and styles once they are a day old', async () => {
    const begin = globalThis.setTimeout;
    const resting: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (work: () => void, ms = 0) =>
      ms > PULL_EVERY - 60_000 ? begin(() => resting.push(work), 0) : begin(work, ms),
    );
    try {
      await synced(false);
      await until(() => server.requests.includes('rpc/pull_content'), 'content comes last');
      const nextRound = async () => {
        server.requests.length = 0;
        await until(() => {
          for (const work of resting.splice(0)) work();
          return server.requests.length > 0;
        }, 'the timer makes the phone ask');
        await until(() => resting.length > 0, 'the puller rests again');
        return [...server.requests];
      };
      expect(await nextRound()).toEqual(['rpc/pull_changes teachers content']);
      const now = Date.now();
      const clock = vi.spyOn(Date, 'now');
      clock.mockReturnValue(now + PUBLIC.cities.staleAfter - 60_000);
      expect(await nextRound()).toEqual(['rpc/pull_changes teachers content']);
      clock.mockReturnValue(now + PUBLIC.cities.staleAfter + 60_000);
      expect(await nextRound()).toEqual(['rpc/pull_changes cities dance_styles teachers content']);
      expect(await nextRound()).toEqual(['rpc/pull_changes teachers content']);
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    }
  });

  test.each([
    ['fast', -1],
    ['slow', 1],
  ])('tells the server’s time to a phone whose clock is a day %s', async (_, days) => {
    const page = await synced();
    server.clockAhead = days * 86_400_000;
    try {
      await pull(page);
      const off = serverNow() - Date.now();
      expect(Math.abs(off - server.clockAhead)).toBeLessThan(10_000);
    } finally {
      server.clockAhead = 0;
      await pull(page);
    }
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(10_000);
  });

  test('to a city is one row; the listings are not sent again', async () => {
    const page = await synced();
    server.put('cities', namedRow('cities', 0, 'Sampa'));
    const before = page.said.length;
    await pull(page);
    expect(page.catalog.get().cities.get(uuid(0xc, 0))?.[1]).toBe('Sampa');
    expect(page.said.slice(before).filter((message) => message.type === 'changes')).toEqual([]);
  });

  test('committed late is not missed', async () => {
    const late = server.begin().put('teachers', teacherRow(90, { name: 'Tardia' }));
    server.put('teachers', teacherRow(91, { name: 'Pontual' }));
    const page = await synced();
    expect(page.names()).not.toContain('Pontual');
    late.commit();
    await pull(page);
    expect(page.names()).toEqual(expect.arrayContaining(['Tardia', 'Pontual']));
  });

  test('that removes a teacher leaves nothing of them on the disk', async () => {
    server.put('teachers', teacherRow(7, { name: 'Segredo Pessoal', bio: 'Mora na rua tal' }));
    const page = await synced();
    expect(await rawStorage()).toContain('Mora na rua tal');
    server.remove('teachers', uuid(0xa, 7));
    await pull(page);
    await until(async () => !(await rawStorage()).includes('Mora na rua tal'), 'it is gone from the disk');
    const disk = await rawStorage();
    for (const trace of ['Segredo Pessoal', 'segredo pessoal', 'professora-7"'])
      expect(disk).not.toContain(trace);
    expect(page.names()).toHaveLength(29);
  });

  test('missed while the page was hidden appears when it is visible again', async () => {
    const page = await synced();
    page.show(false);
    await until(() => page.hints === null, 'it no longer listens');
    server.remove('teachers', uuid(0xa, 1));
    const requests = server.requests.length;
    page.show(true);
    await until(() => page.names().length === 29, 'the removed one is gone');
    expect(server.requests.length).toBeGreaterThan(requests);
  });
});

describe('a listing that cannot be read', () => {
  const unread = (page: Page) =>
    page.said.flatMap((message) =>
      message.type === 'status' && message.collections.teachers ? [message.collections.teachers.unread] : [],
    );

  test('because one answer was damaged is found at once, and by a start from the record', async () => {
    const page = await synced();
    server.put('teachers', teacherRow(3, { name: 'Zoraide' }));
    server.faults = ['damaged'];
    await page.ask({ kind: 'pull', reason: 'hint' });
    server.faults = [];
    await pull(page);
    await until(() => page.names().includes('Zoraide'), 'it is found');
    expect(page.names()).toHaveLength(30);
    await until(async () => (await storedRecord())?.join().includes('Zoraide') === true, 'the record has it');
    expect(unread(page).at(-1)).toBe(0);
    await close(page);
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect((await open()).names()).toContain('Zoraide');
  });

  test('keeps its former version in the search, is counted, and delays nothing that comes after it', async () => {
    const page = await synced();
    server.put('teachers', teacherRow(3, { name: 'Zoraide', folded_name: null }));
    server.put('teachers', teacherRow(4, { name: 'Zuleica' }));
    await pull(page);
    expect(page.names()).toEqual(expect.arrayContaining(['Professora 3', 'Zuleica']));
    expect(unread(page).at(-1)).toBe(1);
    // A server with a new epoch does not remove the row from the phone either.
    server.restore(() => true);
    await pull(page);
    await until(() => unread(page).at(-1) === 1, 'it is still not read');
    expect(page.names()).toContain('Professora 3');
    server.put('teachers', teacherRow(3, { name: 'Zoraide' }));
    await pull(page);
    expect(page.names()).toContain('Zoraide');
    expect(unread(page).at(-1)).toBe(0);
  });
});

test('a failing collection delays no other', async () => {
  const fetchOnce = server.fetch;
  globalThis.fetch = async (input, init) =>
    String(input).includes('pull_cities')
      ? Response.json({ message: 'canceling statement due to statement timeout' }, { status: 500 })
      : fetchOnce(input, init);
  const page = await open();
  await until(() => page.complete, 'the teachers are here');
  expect(page.names()).toHaveLength(30);
  globalThis.fetch = fetchOnce;
  await pull(page);
  await until(() => page.catalog.get().citiesComplete, 'the cities are here too');
});

describe('a server restored from a backup', () => {
  test('is read again without emptying the screen, and lost rows go in the end', async () => {
    const page = await synced();
    let least = Number.POSITIVE_INFINITY;
    page.catalog.subscribe(() => {
      least = Math.min(least, page.names().length);
    });
    server.restore((_, id) => id !== uuid(0xa, 2));
    server.put('teachers', teacherRow(40, { name: 'Depois da Volta' }));
    await pull(page);
    await until(() => page.names().includes('Depois da Volta'), 'the new epoch is shown');
    await until(() => !page.names().includes('Professora 2'), 'the lost row is gone');
    expect(page.names()).toHaveLength(30);
    expect(least).toBeGreaterThanOrEqual(30);
  });

  test('to an older state of the same cluster loses its newer rows', async () => {
    const page = await synced();
    const before = server.newest;
    server.put('teachers', teacherRow(41, { name: 'Só no Futuro' }));
    await pull(page);
    await until(() => page.names().includes('Só no Futuro'), 'the later row has arrived');
    server.setBack(before);
    await pull(page);
    await until(() => !page.names().includes('Só no Futuro'), 'what the server no longer has is gone');
    expect(page.names()).toHaveLength(30);
    const reopened = await open();
    await until(() => reopened.complete, 'it opens again');
    expect(reopened.names()).toHaveLength(30);
  });

  test('that has just begun a new epoch is asked again at once', async () => {
    server.beginning = 2;
    const page = await synced();
    expect(page.names()).toHaveLength(30);
  });

  test('whose reading is interrupted half-way continues after a restart', async () => {
    server = filledServer(510);
    newPhone(server);
    const page = await synced();
    server.restore((_, id) => id !== uuid(0xa, 2));
    server.faults = [];
    let calls = 0;
    globalThis.fetch = (input, init) => {
      calls += 1;
      return calls <= 6 ? server.fetch(input, init) : Promise.reject(new TypeError('Failed to fetch'));
    };
    await pull(page);
    await close(page);
    globalThis.fetch = server.fetch;
    const next = await open();
    await until(() => next.complete && next.names().length === 509, 'the lost row is gone');
  });
});

describe('storage that fails', () => {
  test('killed between rows and checkpoint: the page is pulled again', async () => {
    server = filledServer(400);
    newPhone(server);
    const killed = new Error('killed');
    await withReplica(async (replica) => {
      const { rows, epoch, checkpoint } = (await import('@/db/storage/pull-page')).readPage(
        'teachers',
        server.pull('teachers', null, null, 500),
      );
      const state = {
        epoch,
        filling: 0,
        checkpoint,
        complete: true,
        usable: true,
        mixed: false,
        pulledAt: 0,
        previous: null,
      };
      const dying = () => Promise.reject(killed);
      await expect(replica.teachers.writePage(rows, state, dying)).rejects.toBe(killed);
      expect(await replica.teachers.count()).toBeGreaterThan(0);
      expect(await replica.teachers.state()).toBeNull();
    });
    const page = await synced();
    expect(page.names()).toHaveLength(400);
  });

  test('deleted under the page: it keeps showing rows, and fills the storage again', async () => {
    const page = await synced();
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    await Promise.all(
      names.map(
        (name) =>
          new Promise((resolve) => {
            const request = indexedDB.deleteDatabase(name);
            request.onsuccess = request.onerror = resolve;
          }),
      ),
    );
    let least = Number.POSITIVE_INFINITY;
    page.catalog.subscribe(() => {
      least = Math.min(least, page.names().length);
    });
    server.put('teachers', teacherRow(60, { name: 'Depois do Corte' }));
    await pull(page);
    await until(() => page.names().includes('Depois do Corte'), 'the replica is filled again');
    await until(async () => (await storedRecord())?.length === 31, 'the record too');
    expect(least).toBeGreaterThanOrEqual(30);
  });

  test('a full disk is reported, does not flood the server, and ends when there is room', async () => {
    const page = await synced();
    server.put('teachers', teacherRow(61, { name: 'Quase Não Coube' }));
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    const requests = server.requests.length;
    await pull(page);
    await until(
      () => page.said.some((message) => message.type === 'storage' && message.storage === 'full'),
      'it is told',
    );
    expect(server.requests.length - requests).toBeLessThan(6);
    IDBObjectStore.prototype.put = put;
    await pull(page);
    await until(() => page.names().includes('Quase Não Coube'), 'the row fits now');
    expect(page.said.filter((message) => message.type === 'storage').at(-1)).toMatchObject({ storage: 'ok' });
  });

  test('IndexedDB that does not open leaves the page to the server', async () => {
    const broken = {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
      databases: () => Promise.reject(new DOMException('denied', 'SecurityError')),
    };
    globalThis.indexedDB = broken as unknown as IDBFactory;
    const page = await open();
    await until(
      () => page.said.some((message) => message.type === 'storage' && message.storage === 'unavailable'),
      'it is told',
    );
    expect(page.catalog.get().phase).toBe('none');
  });
});

describe('/debug/dance-styles', () => {
  test('clearing drops styles and record, and they come back', async () => {
    const page = await synced();
    await page.ask({ kind: 'clear-styles' });
    await until(async () => (await storedRecord()) !== null, 'the record is back');
    await withReplica(async (replica) => {
      await until(async () => (await replica.dance_styles.count()) === 4, 'the styles are back');
    });
    expect(page.names()).toHaveLength(30);
  });
});
