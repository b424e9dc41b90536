/**
 * Rows in compressed blocks, for a collection of many rows of which a screen needs one at a time: a tenth of the room of
 * a document and four entries in indexes for each, and many times faster to write. Beside the state there are blocks,
 * parts of the list that tells in which block a row lies (row-places.ts), and the numbers of lost blocks. A changed row
 * is written with its block.
 *
 * A block that cannot be read counts as lost: its rows are passed over, and the tab that pulls fetches them again
 * (sync/pull/restore-lost.ts). Until then it stays as it is, for the fault may have been a passing one.
 */
import type { BulkWriteRow } from 'rxdb/plugins/core';
import type { Row } from '@/db/rows/collections';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import {
  asLost,
  blockId,
  type Inside,
  isBlock,
  isHole,
  keysOf,
  LOST,
  type Lost,
  numberOf,
  partId,
  readBlock,
  unpacked,
} from './blocks';
import { type Documents, isRow, type LostRows, type RowStore } from './documents';
import { hashOf } from './pack';
import { changeOf, type PackedChange } from './packed-change';
import { bulkWrite, PlainRows } from './plain-rows';
import { BLOCK, blockOf, PART, RowPlaces } from './row-places';
import type { Stored, StoredBase, StoredCollection } from './stored';

/** Aborts nothing. */
const NEVER = new AbortController().signal;
/** A block that is lost again and again in a visit is left to the next one. */
const MOST_LOSSES = 3;
const BLOCKS_OF_A_PART = PART / BLOCK;

export class PackedRows<R extends Row> implements RowStore<R>, LostRows<R> {
  readonly losses = this;
  /** The documents as RxDB sees them. */
  private readonly inside: PlainRows<Row>;
  private places = new RowPlaces();
  /** Writes run one after another. */
  private readonly lock: string;
  private last: Promise<unknown> = Promise.resolve();
  private readonly listeners = new Set<(documents: readonly Documents<R>[]) => void>();
  private readonly lossListeners = new Set<() => void>();
  /** Blocks that are known to be lost: each is reported once. */
  private readonly noticed = new Set<number>();
  private readonly timesLost = new Map<number, number>();
  /** Parts of the list that have to be written anew. */
  private readonly damagedParts = new Set<number>();

  /** `channel`: to the same collection in other tabs. */
  constructor(
    private readonly collection: StoredCollection<Stored<Row>>,
    private readonly channel: BroadcastChannel | null,
  ) {
    this.inside = new PlainRows(collection);
    this.lock = `danceflix-${collection.database.name}-${collection.name}`;
    if (channel) channel.onmessage = ({ data }) => this.tell(data as Documents<R>[]);
  }

  async find(ids: string[]): Promise<Documents<R>[]> {
    const states = ids.filter((id) => !isRow({ id } as StoredBase));
    const plain = states.length > 0 ? await this.inside.find(states) : [];
    const found = await this.findRows(ids.filter((id) => !states.includes(id)));
    return [...(plain as unknown as Documents<R>[]), ...found];
  }

  async live(): Promise<Documents<R>[]> {
    await this.readPlaces();
    const inside = (await this.inside.live()) as Inside[];
    const states = inside.filter((document) => !isRow(document)) as unknown as Documents<R>[];
    const rows = await this.rowsIn(inside, numbersTo(Math.ceil(this.places.count / BLOCK)));
    return [...states, ...rows.filter(({ _deleted }) => !_deleted)];
  }

  async ofKind(kind: string): Promise<Documents<R>[]> {
    return (await this.live()).filter(
      (document) => isRow(document) && 'kind' in document && document.kind === kind,
    );
  }

  async since(xid: number): Promise<Documents<R>[]> {
    await this.readPlaces();
    const rows = await this.rowsIn((await this.inside.since(xid)) as Inside[], []);
    return rows.filter((row) => row.xid >= xid);
  }

  async count(): Promise<number> {
    await this.readPlaces();
    const ids = numbersTo(Math.ceil(this.places.count / PART)).map(partId);
    const parts = (await this.inside.find(ids)) as Inside[];
    return parts.reduce((sum, { live }) => sum + (live ?? 0), 0);
  }

  write(documents: readonly Documents<R>[]): Promise<void> {
    return this.inTurn(() => this.writeNow(documents));
  }

  onChange(listener: (documents: readonly Documents<R>[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onLost(listener: () => void): () => void {
    this.lossListeners.add(listener);
    return () => this.lossListeners.delete(listener);
  }

  async lost(): Promise<Lost | null> {
    // A read that has just met a lost block notes it in its turn.
    await this.last;
    return this.readLost();
  }

  private async readLost(): Promise<Lost | null> {
    const [lost] = (await this.inside.find([LOST])) as Inside[];
    return lost?.blocks && lost.blocks.length > 0 ? (lost as unknown as Lost) : null;
  }

  async lostAmong(ids: readonly string[]): Promise<string[]> {
    const blocks = (await this.lost())?.blocks ?? [];
    if (blocks.length === 0) return [];
    await this.readPlaces();
    const keys = new Set<number>();
    for (const number of blocks) {
      const [block] = (await this.inside.find([blockId(number)])) as Inside[];
      const own = this.places.keysIn(number);
      const rows = await readBlock<R>(block, own);
      for (const [at, key] of own.entries()) if (!rows?.[at] || isHole(rows[at])) keys.add(key);
    }
    const near = ids.filter((id) => keys.has(hashOf(id)));
    const here = new Set((await this.find(near)).map(({ id }) => id));
    return near.filter((id) => !here.has(id));
  }

  /** In one transaction. Without `isAll` false, and the blocks still count as lost, when rows of them are missing yet. */
  restore(documents: readonly Documents<R>[], isAll: boolean): Promise<boolean> {
    return this.inTurn(async () => {
      await this.readPlaces();
      const change = await changeOf(documents, this.held(), {
        restored: (await this.readLost())?.blocks ?? [],
        isAll,
      });
      await this.carryOut(change);
      if (change.isWhole) this.noticed.clear();
      return change.isWhole;
    });
  }

  awaitRefill(filling: number): Promise<void> {
    return this.inTurn(async () => this.writeInside(asLost((await this.readLost())?.blocks ?? [], filling)));
  }

  close(): void {
    this.listeners.clear();
    this.lossListeners.clear();
    this.channel?.close();
  }

  /** After earlier writes, and of all tabs alone: of two that meet, RxDB would store the documents that differ from none. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(() => withLock(this.lock, NEVER, work)) as Promise<T>;
    this.last = done.catch(() => undefined);
    return done;
  }

  private tell(documents: readonly Documents<R>[]): void {
    for (const listener of this.listeners) listener(documents);
  }

  private async findRows(ids: readonly string[]): Promise<Documents<R>[]> {
    if (ids.length === 0) return [];
    await this.readPlaces();
    const numbers = [...new Set(ids.flatMap((id) => this.places.of(id).map(blockOf)))];
    const blocks = (await this.inside.find(numbers.map(blockId))) as Inside[];
    const wanted = new Set(ids);
    return (await this.rowsIn(blocks, numbers)).filter(({ id }) => wanted.has(id));
  }

  /** The rows of the blocks among `documents`; those of `numbers` must be among them. */
  private async rowsIn(documents: readonly Inside[], numbers: readonly number[]): Promise<Documents<R>[]> {
    const blocks = new Map(documents.filter(isBlock).map((block) => [numberOf(block.id), block]));
    const rows: Documents<R>[] = [];
    const lost: number[] = [];
    for (const number of new Set([...numbers, ...blocks.keys()])) {
      const read = await readBlock<R>(blocks.get(number), this.places.keysIn(number));
      if (!read) lost.push(number);
      else rows.push(...read.filter((row) => !isHole(row)));
    }
    this.noteLost(lost);
    return rows;
  }

  /** Reads what was added to the list since it was last read, here or in another tab. */
  private async readPlaces(): Promise<void> {
    for (let number = Math.floor(this.places.count / PART); ; number++) {
      const [part] = (await this.inside.find([partId(number)])) as Inside[];
      const keys = keysOf(number, part) ?? (await this.keysFromBlocks(number));
      this.places.take(number, keys);
      if (keys.length < PART) return;
    }
  }

  /** For a part that is not there or damaged; empty beyond the last one. */
  private async keysFromBlocks(number: number): Promise<number[]> {
    const first = number * BLOCKS_OF_A_PART;
    const ids = numbersTo(BLOCKS_OF_A_PART).map((at) => blockId(first + at));
    const blocks = new Map(((await this.inside.find(ids)) as Inside[]).map((block) => [block.id, block]));
    const last = ids.findLastIndex((id) => blocks.has(id));
    const keys: number[] = [];
    const lost: number[] = [];
    for (const [at, id] of ids.slice(0, last + 1).entries()) {
      const rows = await unpacked<R>(blocks.get(id) ?? {});
      if (!rows) lost.push(first + at);
      const known = rows?.map((row) => hashOf(row.id)) ?? [];
      keys.push(...known, ...new Array<number>(at < last || !rows ? BLOCK - known.length : 0).fill(0));
    }
    if (last < 0 || this.damagedParts.has(number)) return keys;
    logger.warn(`${this.collection.name}: part ${number} of the list of rows is made anew`);
    this.damagedParts.add(number);
    this.noteLost(lost);
    this.write([]).catch((error: unknown) => logger.warn('Row list not stored', error));
    return keys;
  }

  private noteLost(numbers: readonly number[]): void {
    const news = numbers.filter((number) => !this.noticed.has(number));
    if (news.length === 0) return;
    logger.warn(
      `${this.collection.name}: unreadable blocks ${news.join(', ')}; their rows are fetched again`,
    );
    for (const number of news) {
      this.noticed.add(number);
      this.timesLost.set(number, (this.timesLost.get(number) ?? 0) + 1);
    }
    const due = news.filter((number) => (this.timesLost.get(number) ?? 0) <= MOST_LOSSES);
    if (due.length === 0) return;
    this.inTurn(() => this.markLost(due)).then(
      () => {
        for (const listener of this.lossListeners) listener();
      },
      (error: unknown) => logger.warn('Blocks not noted', error),
    );
  }

  private async markLost(numbers: readonly number[]): Promise<void> {
    const known = (await this.readLost())?.blocks ?? [];
    if (numbers.every((number) => known.includes(number))) return;
    await this.writeInside(asLost([...new Set([...known, ...numbers])]));
  }

  private async writeNow(documents: readonly Documents<R>[]): Promise<void> {
    await this.readPlaces();
    const change = await changeOf(documents, this.held());
    this.noteLost(change.lost);
    await this.carryOut(change);
  }

  private held() {
    const { inside, places, damagedParts } = this;
    return {
      places,
      damagedParts,
      find: async (ids: string[]) => (await inside.find(ids)) as Inside[],
    };
  }

  private async carryOut({ documents, places, written }: PackedChange<R>): Promise<void> {
    await this.writeInside(...documents);
    this.places = places;
    this.damagedParts.clear();
    this.tell(written);
    if (written.length > 0) this.channel?.postMessage(written);
  }

  private async writeInside(...documents: StoredBase[]): Promise<void> {
    const held = (await this.inside.find(documents.map(({ id }) => id))) as Inside[];
    const before = new Map(held.map((document) => [document.id, document]));
    const rows = documents.map((document) => {
      const previous = before.get(document.id);
      return { document, ...(previous && { previous }) };
    });
    await bulkWrite(this.collection, rows as unknown as BulkWriteRow<Stored<Row>>[]);
  }
}

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
