import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { SearchIndex } from '@/db/search/search-index';
import { toEntry } from '@/db/search/to-entry';
import type { Replica } from '@/db/storage/replica';
import { RestFailure } from '@/lib/rest';
import type { EngineMessage } from '@/sync/messages';
import { type FetchPage, fetchPage } from '@/sync/pull/fetch-page';
import { pullCollection } from '@/sync/pull/pull-collection';
import { RecordUpdater } from '@/sync/search/record-updater';
import { type FakeServer, filledServer, teacherRow } from './support/fake-server';
import { newPhone, storedRecord, until, withReplica } from './support/phone';

let beforeWrite: () => Promise<void> = async () => undefined;
vi.mock('@/db/search/keep-record', async (original) => {
  const store = await original<typeof import('@/db/search/keep-record')>();
  const writeRecord: typeof store.writeRecord = async (record) => {
    await beforeWrite();
    await store.writeRecord(record);
  };
  return { ...store, writeRecord };
});

let server: FakeServer;
beforeEach(() => {
  server = filledServer(5);
  newPhone(server);
});

const pull = (replica: Replica, ask: FetchPage = fetchPage) =>
  pullCollection<'teachers'>(replica.teachers, {
    fetchPage: ask,
    signal: new AbortController().signal,
    pace: async () => undefined,
    onProgress: () => undefined,
  });

/** Holds the first building of a record until it is released. */
function heldPace() {
  let release: () => void = () => undefined;
  let held = false;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pace = () => {
    if (held) return undefined;
    held = true;
    return gate;
  };
  return { pace, release: () => release(), isHeld: () => held };
}

/** The screen of a page that received all these messages. */
function shown(said: readonly EngineMessage[]): string[] {
  let index = new SearchIndex();
  for (const message of said) {
    if (message.type === 'record') index = new SearchIndex(message.record);
    if (message.type === 'changes') index.apply(message.entries, message.removed);
  }
  return index.search({ name: '', cityIds: null, styleIds: null }, 0, 100).entries.map(({ face }) => face[0]);
}

test('a record that was begun before the replica was read again does not replace the newer one', async () => {
  await withReplica(async (replica) => {
    await pull(replica);
    const said: EngineMessage[] = [];
    const { pace, release, isHeld } = heldPace();
    const keeper = new RecordUpdater(replica, (message) => said.push(structuredClone(message)), pace);
    // There is no listener on the replica: rows written by another tab are found only by reading it
    // again.
    const loading = keeper.load(null);
    await until(isHeld, 'the older record is being built');
    server.put('teachers', teacherRow(3, { name: 'Renomeada Agora' }));
    await pull(replica);
    await keeper.rebuild();
    expect(shown(said)).toContain('Renomeada Agora');
    release();
    await loading;
    expect(shown(said)).toContain('Renomeada Agora');
    await keeper.save();
    const truth = (await replica.teachers.rows()).map(toEntry).map((entry) => JSON.stringify(entry));
    expect((await storedRecord())?.sort()).toEqual(truth.sort());
  });
});

test('a record is stored again when the replica is read again meanwhile', async () => {
  await withReplica(async (replica) => {
    await pull(replica);
    const keeper = new RecordUpdater(
      replica,
      () => undefined,
      () => undefined,
    );
    await keeper.load(null);
    beforeWrite = async () => {
      beforeWrite = async () => undefined;
      server.put('teachers', teacherRow(3, { name: 'Renomeada Agora' }));
      await pull(replica);
      await keeper.rebuild();
    };
    await keeper.save();
    await keeper.save();
    expect((await storedRecord())?.join()).toContain('Renomeada Agora');
  });
});

test('a record never claims a checkpoint whose rows it lacks', async () => {
  await withReplica(async (replica) => {
    await pull(replica);
    const keeper = new RecordUpdater(
      replica,
      () => undefined,
      () => undefined,
    );
    await keeper.load(null);
    server.put('teachers', teacherRow(3, { name: 'Renomeada Agora' }));
    await pull(replica);
    const since = replica.teachers.since.bind(replica.teachers);
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = false;
    replica.teachers.since = async (checkpoint) => {
      asked = true;
      await gate;
      return since(checkpoint);
    };
    const catching = keeper.catchUp();
    await until(() => asked, 'the missing rows are being read');
    await keeper.save();
    release();
    await catching;
    const { readRecord } = await import('@/db/search/search-record-store');
    const record = await readRecord();
    const state = await replica.teachers.state();
    const found = await since(record?.checkpoint ?? null);
    expect(record?.checkpoint).not.toEqual(state?.checkpoint);
    expect(found.rows.map(({ name }) => name)).toContain('Renomeada Agora');
  });
});

test('another tab’s first sync that was heard only in part is not reported as complete', async () => {
  await withReplica(async (replica) => {
    const said: EngineMessage[] = [];
    const keeper = new RecordUpdater(
      replica,
      (message) => said.push(structuredClone(message)),
      () => undefined,
    );
    await keeper.load(null);
    let pages = 0;
    const firstPage: FetchPage = async (name, after, signal) => {
      pages += 1;
      if (pages === 1) return fetchPage(name, after, signal, 2);
      await vi.waitFor(async () => expect(await replica.teachers.count()).toBe(2));
      throw new RestFailure('network', 'Gone');
    };
    await expect(pull(replica, firstPage)).rejects.toThrow('Gone');
    const stop = keeper.listen();
    await pull(replica);
    const isTold = () => said.some((message) => message.type === 'record' && message.complete);
    await until(isTold, 'the whole is told');
    stop();
    expect(shown(said)).toHaveLength(5);
  });
});
