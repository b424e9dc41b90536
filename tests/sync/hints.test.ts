/**
 * Hints that bring rows, get lost or come late, and sockets that are silent: each ends in the state of the
 * server, and nothing is asked for that is known.
 */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PULL_EVERY } from '@/sync/pull/public-puller';
import { type FakeServer, filledServer, type ServerRow, teacherRow, uuid } from './support/fake-server';
import { newPhone, Page, rawStorage, storedRecord, until, withReplica } from './support/phone';

const ALL = 'rpc/pull_changes cities dance_styles teachers content';

let server: FakeServer;
let pages: Page[];

beforeEach(() => {
  server = filledServer(30);
  newPhone(server);
  pages = [];
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const page of pages) await page.close();
});

async function open(joins = true): Promise<Page> {
  const page = new Page();
  page.joins = joins;
  pages.push(page);
  return page.open();
}

/** The connection carries hints from now on, and this phone is the first to ask for what it missed. */
function connect(page: Page): void {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  page.hints?.onConnected();
  random.mockRestore();
}

async function synced(): Promise<Page> {
  const page = await open(false);
  await until(() => page.complete && page.hints !== null, 'the first sync is complete');
  await until(async () => (await storedRecord()) !== null && ready(page), 'the record is stored');
  connect(page);
  await until(() => server.requests.includes(ALL), 'it has asked again since it hears hints');
  await until(() => ready(page), 'the round is over');
  server.requests.length = 0;
  return page;
}

function ready(page: Page): boolean {
  const told = page.said.flatMap((message) =>
    message.type === 'status' && message.collections.content ? [message.collections.content.state] : [],
  );
  return told.at(-1) === 'ready';
}

const pull = (page: Page) => page.ask({ kind: 'pull', reason: 'manual' });

/** Changes a teacher on the server; returns the content of the hint. */
function change(n: number, fields: Record<string, unknown>, epoch = server.epoch) {
  server.put('teachers', teacherRow(n, fields));
  return { epoch, rows: [row(n)] };
}

function row(n: number): ServerRow {
  const found = server.tables.teachers.get(uuid(0xa, n));
  if (!found) throw new Error(`There is no teacher ${n}`);
  return found;
}

/** Timers of five minutes are kept, to be run by hand. */
function heldTimers(): () => Promise<void> {
  const begin = globalThis.setTimeout;
  const held: (() => void)[] = [];
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) =>
    ms > PULL_EVERY - 60_000 ? begin(() => held.push(work), 0) : begin(work, ms),
  );
  return async () => {
    const before = server.requests.length;
    await until(() => {
      for (const work of held.splice(0)) work();
      return server.requests.length > before;
    }, 'the timer makes the phone ask');
  };
}

const moved = () => withReplica(({ teachers }) => teachers.state().then((state) => state?.checkpoint));

describe('the rows of a hint', () => {
  test('are shown and stored without a request', async () => {
    const page = await synced();
    page.hints?.onHint('teachers', change(5, { name: 'Ágata Renomeada' }));
    await until(() => page.names().includes('Ágata Renomeada'), 'the new name is shown');
    await until(async () => (await storedRecord())?.join().includes('Ágata') === true, 'the record has it');
    expect(server.requests).toEqual([]);
    expect(page.names()).toHaveLength(30);
  });

  test('without places leave the checkpoint: a change whose hint was lost comes with the next pull, as do they', async () => {
    const page = await synced();
    await page.close();
    const before = await moved();
    const next = await open();
    await until(() => server.requests.includes(ALL) && ready(next), 'it has looked');
    change(4, { name: 'Sem Aviso' });
    next.hints?.onHint('teachers', change(5, { name: 'Ágata Renomeada' }));
    await until(() => next.names().includes('Ágata Renomeada'), 'the new name is shown');
    expect(next.names()).not.toContain('Sem Aviso');
    await pull(next);
    expect(next.names()).toEqual(expect.arrayContaining(['Sem Aviso', 'Ágata Renomeada']));
    await next.close();
    pages = [];
    expect((await moved())?.xid).toBe(server.newest);
    expect(before?.xid).toBeLessThan(server.newest);
  });

  test('that remove a teacher leave nothing of them on the disk', async () => {
    change(7, { name: 'Segredo Pessoal', bio: 'Mora na rua tal' });
    const page = await synced();
    expect(await rawStorage()).toContain('Mora na rua tal');
    server.remove('teachers', uuid(0xa, 7));
    page.hints?.onHint('teachers', { epoch: server.epoch, rows: [row(7)] });
    await until(async () => !(await rawStorage()).includes('Mora na rua tal'), 'it is gone from the disk');
    expect(page.names()).toHaveLength(29);
    expect(server.requests).toEqual([]);
  });

  test('that are older than those here change nothing', async () => {
    const page = await synced();
    const older = change(5, { name: 'Nome de Ontem' });
    page.hints?.onHint('teachers', change(5, { name: 'Nome de Hoje' }));
    await until(() => page.names().includes('Nome de Hoje'), 'the newer one is shown');
    page.hints?.onHint('teachers', older);
    page.hints?.onHint('teachers', change(6, { name: 'Outra' }));
    await until(() => page.names().includes('Outra'), 'the later hint is shown');
    expect(page.names()).toContain('Nome de Hoje');
  });

  test('of another epoch are not taken: the collection is read again', async () => {
    const page = await synced();
    server.restore((_, id) => id !== uuid(0xa, 2));
    page.hints?.onHint('teachers', change(40, { name: 'Depois da Volta' }));
    await until(() => page.names().includes('Depois da Volta'), 'the new epoch is shown');
    await until(() => !page.names().includes('Professora 2'), 'the lost row is gone');
    expect(page.names()).toHaveLength(30);
    expect(server.requests.some((path) => path.includes('teachers'))).toBe(true);
  });

  test.each([
    ['none', {}],
    ['not rows', { epoch: 'first', rows: [{ id: 1 }] }],
    ['half of them', { epoch: 'first', rows: 'all' }],
  ])('that cannot be read (%s) are pulled', async (_, content) => {
    const page = await synced();
    change(5, { name: 'Ágata Renomeada' });
    page.hints?.onHint('teachers', content);
    await until(() => page.names().includes('Ágata Renomeada'), 'the new name is shown');
    expect(server.requests).toEqual(['rpc/pull_changes teachers']);
  });

  test('that come during a pull are not overwritten by its older page', async () => {
    const page = await synced();
    change(4, { name: 'Primeira' });
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
    const pulled = pull(page);
    await until(() => isHeld, 'the answer is on its way');
    page.hints?.onHint('teachers', change(4, { name: 'Segunda' }));
    release();
    await pulled;
    await until(() => page.names().includes('Segunda'), 'the newer row is shown');
    await pull(page);
    expect(page.names()).toContain('Segunda');
    expect(page.names()).not.toContain('Primeira');
  });
});

describe('a start', () => {
  test('asks once for everything, when hints are heard', async () => {
    const page = await synced();
    await page.close();
    pages = [];
    change(5, { name: 'Ágata Renomeada' });
    server.requests.length = 0;
    const next = await open(false);
    await until(() => next.hints !== null, 'it listens');
    // Nothing is asked before the socket is up: it would be asked again then.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.requests).toEqual([]);
    connect(next);
    await until(() => next.names().includes('Ágata Renomeada'), 'the change is here');
    await until(() => ready(next), 'the round is over');
    expect(server.requests).toEqual([ALL]);
  });

  test('does not wait for a socket that never joins; once it does, what was missed is asked for', async () => {
    const page = await synced();
    await page.close();
    pages = [];
    change(5, { name: 'Antes do Aviso' });
    server.requests.length = 0;
    const next = await open(false);
    await until(() => next.names().includes('Antes do Aviso'), 'the change is here');
    change(6, { name: 'Entre os Dois' });
    connect(next);
    await until(() => next.names().includes('Entre os Dois'), 'what no hint announced is here');
  });

  test('with a server without the common procedure pulls each collection', async () => {
    const page = await synced();
    await page.close();
    pages = [];
    server.knowsChanges = false;
    change(5, { name: 'Ágata Renomeada' });
    server.requests.length = 0;
    const next = await open();
    await until(() => next.names().includes('Ágata Renomeada'), 'the change is here');
    await pull(next);
    expect(server.requests.filter((path) => path === ALL)).toHaveLength(1);
  });
});

describe('a hint that never comes', () => {
  test('because the socket died silently: the timer finds the change', async () => {
    const runTimer = heldTimers();
    const page = await synced();
    change(5, { name: 'Ágata Renomeada' });
    await runTimer();
    await until(() => page.names().includes('Ágata Renomeada'), 'the change is here');
  });

  test('because the laptop slept and its clock jumped: the timer finds the change, and a new socket another', async () => {
    const runTimer = heldTimers();
    const page = await synced();
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now');
    for (const hours of [8, -8]) {
      clock.mockReturnValue(now + hours * 3_600_000);
      change(5, { name: `Depois de ${hours}` });
      await runTimer();
      await until(() => page.names().includes(`Depois de ${hours}`), 'the change is here');
    }
    change(6, { name: 'Enquanto Dormia' });
    connect(page);
    await until(() => page.names().includes('Enquanto Dormia'), 'the other one is here too');
  });

  test('because the server was restored meanwhile: the timer finds the new epoch', async () => {
    const runTimer = heldTimers();
    const page = await synced();
    server.restore((_, id) => id !== uuid(0xa, 2));
    await runTimer();
    await until(() => !page.names().includes('Professora 2'), 'the lost row is gone');
    expect(page.names()).toHaveLength(29);
  });
});
