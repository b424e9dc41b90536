/**
 * The engine holds no search index while nothing changes: it makes one of the stored record and the rows when it needs
 * one. Whatever happened in between, pages and record show what the rows say.
 */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { encodeRecord } from '@/db/search/encode-record';
import { writeRecord } from '@/db/search/keep-record';
import { SearchIndex } from '@/db/search/search-index';
import { readRecord } from '@/db/search/search-record-store';
import { toEntry } from '@/db/search/to-entry';
import type { Replica } from '@/db/storage/replica';
import type { EngineMessage } from '@/sync/messages';
import { fetchPage } from '@/sync/pull/fetch-page';
import { pullCollection } from '@/sync/pull/pull-collection';
import { RecordUpdater } from '@/sync/search/record-updater';
import { type FakeServer, filledServer, namedRow, teacherRow, uuid } from './support/fake-server';
import { newPhone, storedRecord, withReplica } from './support/phone';

const TEACHERS = 40;
const ALL = { name: '', cityIds: null, styleIds: null };

const pull = (replica: Replica) =>
  pullCollection<'teachers'>(replica.teachers, {
    fetchPage,
    signal: new AbortController().signal,
    pace: async () => undefined,
    onProgress: () => undefined,
  });

/** A tab: its engine's record, and its page. */
class Tab {
  private index = new SearchIndex();
  readonly record: RecordUpdater;
  readonly stop: () => void;

  constructor(replica: Replica) {
    this.record = new RecordUpdater(
      replica,
      (message) => this.receive(structuredClone(message)),
      () => undefined,
    );
    this.stop = this.record.listen();
  }

  /** Starts as a page does that has read the stored record. */
  async start(): Promise<void> {
    const stored = await readRecord();
    this.index = new SearchIndex(stored);
    await this.record.load(stored?.build ?? null);
  }

  shown(): string[] {
    return this.index.search(ALL, 0, 1_000).entries.map((entry) => JSON.stringify(entry));
  }

  private receive(message: EngineMessage): void {
    if (message.type === 'record') this.index = new SearchIndex(message.record);
    if (message.type === 'changes') this.index.apply(message.entries, message.removed);
  }
}

type Step =
  | { kind: 'put' | 'remove' | 'ask'; n: number }
  | { kind: 'save' | 'drop' | 'resume' | 'catch-up'; tab: number }
  | { kind: 'pull' | 'restore' | 'city' };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('put', 'remove', 'ask'), n: fc.nat(TEACHERS + 5) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('save', 'save', 'drop', 'resume', 'catch-up'),
      tab: fc.nat(1),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('pull', 'pull', 'pull', 'city') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore') }) },
) as fc.Arbitrary<Step>;

async function take(at: Step, tabs: readonly Tab[], server: FakeServer, replica: Replica): Promise<unknown> {
  if ('tab' in at) return act(at.kind, (tabs[at.tab] as Tab).record);
  if ('n' in at) return change(at, tabs, server, replica);
  if (at.kind === 'pull') return pull(replica);
  if (at.kind === 'restore') return server.restore((_, id) => Number.parseInt(id.slice(-4), 16) % 7 > 0);
  return server.put('cities', namedRow('cities', 1, `Cidade ${server.newest}`));
}

function act(kind: (Step & { tab: number })['kind'], record: RecordUpdater): Promise<void> {
  if (kind === 'save') return record.save();
  if (kind === 'drop') return record.drop();
  return kind === 'resume' ? record.rebuild() : record.catchUp();
}

async function change(
  { kind, n }: Step & { n: number },
  tabs: readonly Tab[],
  server: FakeServer,
  replica: Replica,
): Promise<void> {
  const id = uuid(0xa, n);
  if (kind === 'put') return server.put('teachers', teacherRow(n, { name: `Professora ${server.newest}` }));
  if (kind === 'remove') return server.remove('teachers', id);
  const row = await replica.teachers.row(id);
  for (const { record } of tabs) {
    expect(await record.teacher(id)).toEqual({ row, complete: true });
    if (row?.slug) expect(await record.teacher(row.slug)).toEqual({ row, complete: true });
  }
}

test('after random changes in two tabs, pages, record and rows agree', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.boolean(),
      fc.boolean(),
      async (steps, atOnce, isStored) => {
        const server = filledServer(TEACHERS);
        newPhone(server);
        await withReplica(async (replica) => {
          await pull(replica);
          const tabs = [new Tab(replica), new Tab(replica)];
          const [first, second] = tabs as [Tab, Tab];
          await first.record.load(null);
          if (isStored) await first.record.save();
          await second.start();
          let running: Promise<unknown>[] = [];
          for (const one of steps) {
            // Saving while rows are being written.
            if (atOnce && (one.kind === 'save' || one.kind === 'pull'))
              running.push(take(one, tabs, server, replica));
            else {
              await Promise.all(running);
              running = [];
              await take(one, tabs, server, replica);
            }
          }
          await Promise.all(running);
          for (const [n, saving] of tabs.entries()) {
            server.put('teachers', teacherRow(n, { name: `Por fim ${n}` }));
            await pull(replica);
            for (const { record } of tabs) await record.catchUp();
            await saving.record.save();
            const rows = await replica.teachers.rows();
            const truth = rows.map((row) => JSON.stringify(toEntry(row))).sort();
            for (const tab of tabs) expect(tab.shown().toSorted()).toEqual(truth);
            expect((await storedRecord())?.sort()).toEqual(truth);
            expect([...(await saving.record.ids())].sort()).toEqual(rows.map(({ id }) => id).sort());
          }
          for (const { stop } of tabs) stop();
        });
      },
    ),
    { numRuns: process.env.TEST_FULL === '1' ? 60 : 12 },
  );
});

/** A phone with all rows and their record. */
async function withStoredRecord(
  work: (replica: Replica, server: FakeServer) => Promise<void>,
): Promise<void> {
  const server = filledServer(TEACHERS);
  newPhone(server);
  await withReplica(async (replica) => {
    await pull(replica);
    const tab = new Tab(replica);
    await tab.record.load(null);
    await tab.record.save();
    tab.stop();
    await work(replica, server);
  });
}

/** Counts how often the stored record is read, which takes as much memory again as the page's own. */
function countReadings(): () => number {
  const get = vi.spyOn(IDBObjectStore.prototype, 'get');
  return () => get.mock.calls.filter(([key]) => key === 'teachers').length;
}

test('an engine whose page shows the stored record reads it only when something changed meanwhile', async () => {
  await withStoredRecord(async (replica, server) => {
    const other = new Tab(replica);
    await other.record.load('another record');
    expect(other.shown()).toHaveLength(TEACHERS);
    other.stop();

    const same = new Tab(replica);
    const readings = countReadings();
    await same.start();
    expect(readings()).toBe(1);
    server.put('teachers', teacherRow(1, { name: 'Depois do início' }));
    await pull(replica);
    expect(same.shown().filter((entry) => entry.includes('Depois do início'))).toHaveLength(1);
    expect(readings()).toBe(1);
    same.stop();

    const late = new Tab(replica);
    await late.start();
    expect(late.shown().filter((entry) => entry.includes('Depois do início'))).toHaveLength(1);
    expect(readings()).toBe(3);
    late.stop();
  });
});

test('a stored record with fewer listings than the rows is made anew', async () => {
  await withStoredRecord(async (replica) => {
    const stored = await readRecord();
    if (!stored) throw new Error('No record is stored');
    const entries = new SearchIndex(stored).search(ALL, 0, TEACHERS - 1).entries;
    const { epoch, checkpoint, cities, danceStyles, builtAt } = stored;
    await writeRecord(await encodeRecord(entries, { epoch, checkpoint, cities, danceStyles, builtAt }));

    const tab = new Tab(replica);
    await tab.start();
    expect(tab.shown()).toHaveLength(TEACHERS);
    tab.stop();
  });
});
