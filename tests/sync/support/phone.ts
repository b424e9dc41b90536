/** A phone with its storage, page and engine, against the fake server. */
import { IDBFactory } from 'fake-indexeddb';
import { type Catalog, CatalogStore } from '@/db/memory/catalog';
import { ContentStore } from '@/db/memory/content';
import type { ContentAnswer } from '@/db/memory/lookup';
import type { TeacherRow } from '@/db/rows/public-rows';
import { SearchIndex } from '@/db/search/search-index';
import { readRecord } from '@/db/search/search-record-store';
import { storedIn } from '@/db/storage/names';
import { type Packed, unpack } from '@/db/storage/pack';
import { openReplica, type Replica } from '@/db/storage/replica';
import { applyMessage } from '@/sync/apply-message';
import { Engine, type EngineParts } from '@/sync/engine';
import type { HintListener } from '@/sync/hints/hints';
import type { EngineMessage, PageMessage, Question } from '@/sync/messages';
import type { Scope } from '@/sync/scope';
import { WAIT_LIMIT } from '../../support/limits';
import type { FakeServer } from './fake-server';

/** Waits until `condition` holds; gives up shortly before the test would. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export function everything(catalog: Catalog): string[] {
  const { entries } = catalog.index.search({ name: '', cityIds: null, styleIds: null }, 0, 100_000);
  return entries.map((entry) => JSON.stringify(entry));
}

export class Page {
  readonly catalog = new CatalogStore();
  readonly content = new ContentStore(
    async (of, key) => (await this.ask({ kind: 'content', of, key })) as ContentAnswer | null,
  );
  readonly said: EngineMessage[] = [];
  hints: HintListener | null = null;
  /** Whether the connection for hints is established by itself. */
  joins = true;
  private deliver: (message: PageMessage) => void = () => undefined;
  private readonly answers = new Map<number, (value: unknown) => void>();
  private asked = 0;

  constructor(private readonly parts: EngineParts = {}) {}

  /** `first`: what the page of a first visit says of itself (sync/messages.ts). */
  async open(
    visible = true,
    scope: Scope = { city: null, low: false },
    first: { busy?: boolean; file?: boolean } = {},
  ): Promise<this> {
    await this.catalog.open();
    new Engine(
      {
        post: (message) => this.receive(structuredClone(message)),
        receive: (listener) => {
          this.deliver = listener;
        },
      },
      {
        openReplica: () => openReplica({ multiInstance: false }),
        subscribeToHints: (listener) => {
          this.hints = listener;
          // The socket is up soon, or never.
          if (this.joins) setTimeout(() => this.hints === listener && listener.onConnected(), 1);
          return () => {
            this.hints = null;
          };
        },
        ...this.parts,
      },
    );
    this.deliver({ type: 'hello', build: this.catalog.paintedBuild, visible, scope, ...first });
    return this;
  }

  keep(scope: Scope): void {
    this.deliver({ type: 'scope', scope });
  }

  show(visible: boolean): void {
    this.deliver({ type: 'visible', visible });
  }

  /** The page leaves the line to rows. */
  leaveLine(): void {
    this.deliver({ type: 'quiet' });
  }

  /** The page was told of the newest search file. */
  passFile(answer: unknown): void {
    this.deliver({ type: 'search-file', answer });
  }

  /** As after a page was frozen: the engine reads everything again. */
  resume(): void {
    this.deliver({ type: 'resumed' });
  }

  ask(question: Question): Promise<unknown> {
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      this.deliver({ type: 'ask', id, question });
    });
  }

  async close(): Promise<void> {
    await this.ask({ kind: 'stop' });
  }

  get complete(): boolean {
    return this.catalog.get().phase === 'complete';
  }

  names(): string[] {
    return everything(this.catalog.get()).map((entry) => JSON.parse(entry).face[0]);
  }

  private receive(message: EngineMessage): void {
    this.said.push(message);
    if (message.type === 'answer') this.answers.get(message.id)?.(message.value);
    else if (message.type !== 'private' && message.type !== 'token-wanted' && message.type !== 'pong') {
      applyMessage(message, this.catalog, this.content);
    }
  }
}

/** Resets to a new phone whose network is this server. */
export function newPhone(server: FakeServer): void {
  globalThis.indexedDB = new IDBFactory();
  globalThis.fetch = server.fetch;
}

export async function withReplica<T>(work: (replica: Replica) => Promise<T>): Promise<T> {
  const replica = await openReplica({ multiInstance: false });
  try {
    return await work(replica);
  } finally {
    await replica.close();
  }
}

/** A slow disk: rows of teachers are stored only while it is not held. */
export class SlowDisk {
  private gate: Promise<void> = Promise.resolve();
  private open: () => void = () => undefined;
  isHeld = false;

  readonly openReplica = async (): Promise<Replica> => {
    const replica = await openReplica({ multiInstance: false });
    const writePage = replica.teachers.writePage.bind(replica.teachers);
    replica.teachers.writePage = async (...page) => {
      await this.gate;
      return writePage(...page);
    };
    return replica;
  };

  hold(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    this.gate = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  free(): void {
    this.isHeld = false;
    this.open();
  }
}

export async function storedRecord(): Promise<string[] | null> {
  const record = await readRecord();
  if (!record) return null;
  const index = new SearchIndex(record);
  return index
    .search({ name: '', cityIds: null, styleIds: null }, 0, 100_000)
    .entries.map((entry) => JSON.stringify(entry));
}

/** Live teachers on the disk, read without the replica that the page has open. */
export async function teachersOnDisk(): Promise<number> {
  const name = storedIn('teachers');
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return 0;
  const db = await opened(name);
  const blocks = (await allOf(db, 'docs')).filter(isPacked);
  db.close();
  const rows = (await Promise.all(blocks.map((block) => unpack<TeacherRow>(block)))).flat();
  return rows.filter(({ _deleted }) => !_deleted).length;
}

const isPacked = (value: unknown): value is Packed =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  'id' in value &&
  /^block-/.test(`${value.id}`);

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function allOf(db: IDBDatabase, store: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const request = db.transaction(store).objectStore(store).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** All of IndexedDB as text, as a curious person would read it from the disk. */
export async function rawStorage(): Promise<string> {
  const found: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name) continue;
    const db = await opened(name);
    for (const store of db.objectStoreNames) {
      const rows = await allOf(db, store);
      for (const row of rows) if (isPacked(row)) found.push(JSON.stringify(await unpack(row)));
      found.push(
        JSON.stringify(rows, (_, value) =>
          ArrayBuffer.isView(value) ? new TextDecoder().decode(value as Uint8Array) : value,
        ),
      );
    }
    db.close();
  }
  return found.join('\n');
}
