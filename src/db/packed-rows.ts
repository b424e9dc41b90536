/**
 * Rows in compressed blocks, for a collection of many rows of which a screen needs one at a time: a tenth of the room of
 * a document and four entries in indexes for each, and many times faster to write. Beside the state there are two kinds
 * of documents: blocks, and parts of the list that tells in which block a row lies (row-places.ts). A changed row is
 * written with its block.
 */
import type { BulkWriteRow, RxCollection } from 'rxdb/plugins/core';
import { withLock } from '@/lib/locks';
import type { Row } from './collections';
import { type Documents, fresh, isOlder, isRow, type RowStore } from './documents';
import { type Packed, pack, unpack } from './pack';
import { bulkWrite, PlainRows } from './plain-rows';
import { BLOCK, PART, RowPlaces } from './row-places';
import type { Stored, StoredBase } from './stored';

/** `xid`: the highest of its rows. */
type Block = StoredBase & Packed;

interface Part extends StoredBase {
  keys: string;
  /** How many of its rows are no tombstones. */
  live: number;
}

type Inside = Documents<Row> & Partial<Block> & Partial<Part>;

/** Aborts nothing. */
const NEVER = new AbortController().signal;

const blockId = (number: number) => `block-${number}`;
const partId = (number: number) => `part-${number}`;
const numberOf = (id: string) => Number(id.slice(id.indexOf('-') + 1));
const isBlock = (document: StoredBase): document is Inside & Block => document.id.startsWith('block-');

export class PackedRows<R extends Row> implements RowStore<R> {
  /** The documents as RxDB sees them. */
  private readonly inside: PlainRows<Row>;
  private places = new RowPlaces();
  /** Writes run one after another. */
  private readonly lock: string;
  private last: Promise<unknown> = Promise.resolve();
  private readonly listeners = new Set<(documents: readonly Documents<R>[]) => void>();

  /** `channel`: to the same collection in other tabs. */
  constructor(
    private readonly collection: RxCollection<Stored<R>>,
    private readonly channel: BroadcastChannel | null,
  ) {
    this.inside = new PlainRows(collection as unknown as RxCollection<Stored<Row>>);
    this.lock = `danceflix-${collection.database.name}-${collection.name}`;
    if (channel) channel.onmessage = ({ data }) => this.tell(data as Documents<R>[]);
    // RxDB would keep the last hundred documents in memory for its own queries: here these are whole blocks.
    collection._changeEventBuffer.close();
  }

  async find(ids: string[]): Promise<Documents<R>[]> {
    const states = ids.filter((id) => !isRow({ id } as StoredBase));
    const plain = states.length > 0 ? await this.inside.find(states) : [];
    const found = await this.findRows(ids.filter((id) => !states.includes(id)));
    return [...(plain as unknown as Documents<R>[]), ...found];
  }

  async live(): Promise<Documents<R>[]> {
    const inside = (await this.inside.live()) as Inside[];
    const states = inside.filter((document) => !isRow(document)) as unknown as Documents<R>[];
    const rows = await rowsIn<R>(inside);
    return [...states, ...rows.filter(({ _deleted }) => !_deleted)];
  }

  async ofKind(kind: string): Promise<Documents<R>[]> {
    return (await this.live()).filter(
      (document) => isRow(document) && 'kind' in document && document.kind === kind,
    );
  }

  async since(xid: number): Promise<Documents<R>[]> {
    const rows = await rowsIn<R>((await this.inside.since(xid)) as Inside[]);
    return rows.filter((row) => row.xid >= xid);
  }

  async count(): Promise<number> {
    await this.readPlaces();
    const parts = (await this.inside.find(idsTo(this.places.count, PART, partId))) as Inside[];
    return parts.reduce((sum, { live }) => sum + (live ?? 0), 0);
  }

  write(documents: readonly Documents<R>[]): Promise<void> {
    // Among tabs too: of a write that meets another's, RxDB would store the documents that differ from none.
    const written = this.last.then(() => withLock(this.lock, NEVER, () => this.writeNow(documents)));
    this.last = written.catch(() => undefined);
    return written;
  }

  onChange(listener: (documents: readonly Documents<R>[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.listeners.clear();
    this.channel?.close();
  }

  private tell(documents: readonly Documents<R>[]): void {
    for (const listener of this.listeners) listener(documents);
  }

  private async findRows(ids: readonly string[]): Promise<Documents<R>[]> {
    if (ids.length === 0) return [];
    await this.readPlaces();
    const numbers = new Set(ids.flatMap((id) => this.places.of(id).map(blockOf)));
    const blocks = (await this.inside.find([...numbers].map(blockId))) as Inside[];
    const wanted = new Set(ids);
    return (await rowsIn<R>(blocks)).filter(({ id }) => wanted.has(id));
  }

  /** Reads what was added to the list since it was last read, here or in another tab. */
  private async readPlaces(): Promise<void> {
    for (let number = Math.floor(this.places.count / PART); ; number++) {
      const [part] = (await this.inside.find([partId(number)])) as Inside[];
      if (part?.keys === undefined) return;
      this.places.read(number, part.keys);
      if (part.keys.length < PART * KEY) return;
    }
  }

  private async writeNow(documents: readonly Documents<R>[]): Promise<void> {
    await this.readPlaces();
    const change = await this.changeOf(documents);
    await bulkWrite(
      this.collection as unknown as RxCollection<Stored<Row>>,
      change.rows as unknown as BulkWriteRow<Stored<Row>>[],
    );
    this.places = change.places;
    this.tell(change.written);
    if (change.written.length > 0) this.channel?.postMessage(change.written);
  }

  private async changeOf(documents: readonly Documents<R>[]) {
    const rows = documents.filter(isRow);
    const places = this.places.copy();
    // New rows fill up the last block.
    const near = new Set([...rows.flatMap(({ id }) => places.of(id).map(blockOf)), blockOf(places.count)]);
    const held = await this.held([...near].map(blockId));
    const blocks = new Map<number, Documents<R>[]>();
    for (const [id, document] of held)
      blocks.set(numberOf(id), isBlock(document) ? await unpack<R>(document) : []);
    const touched = new Set<number>();
    /** By part: how many more rows live in it. */
    const more = new Map<number, number>();
    const written: Documents<R>[] = [];
    for (const row of rows) {
      const known = places
        .of(row.id)
        .find((place) => blocks.get(blockOf(place))?.[place % BLOCK]?.id === row.id);
      const place = known ?? places.add(row.id);
      const block = blocks.get(blockOf(place)) ?? [];
      const before = block[place % BLOCK];
      if (before && isOlder(row, before)) continue;
      block[place % BLOCK] = row;
      blocks.set(blockOf(place), block);
      touched.add(blockOf(place));
      const part = Math.floor(place / PART);
      more.set(
        part,
        (more.get(part) ?? 0) + Number(!row._deleted) - Number(before ? !before._deleted : false),
      );
      written.push(row);
    }
    const changed = await Promise.all(
      [...touched].map((number) => asBlock(blockId(number), blocks.get(number) ?? [])),
    );
    const parts = await this.partsWith(places, more);
    const states = documents.filter((document) => !isRow(document));
    const all = [...changed, ...parts, ...(states as unknown as StoredBase[])];
    const before = new Map([...held, ...(await this.held([...parts, ...states].map(({ id }) => id)))]);
    return {
      places,
      written: [...written, ...states],
      rows: all.map((document) => {
        const previous = before.get(document.id);
        return { document, ...(previous && { previous }) };
      }),
    };
  }

  private async partsWith(places: RowPlaces, more: ReadonlyMap<number, number>): Promise<Part[]> {
    const parts: Part[] = [];
    for (const [number, count] of more) {
      const [before] = (await this.inside.find([partId(number)])) as Inside[];
      const keys = places.part(number);
      if (count === 0 && keys === before?.keys) continue;
      const live = (before?.live ?? 0) + count;
      parts.push({ id: partId(number), xid: 0, filling: 0, keys, live, ...fresh(false) } as Part);
    }
    return parts;
  }

  private async held(ids: string[]): Promise<Map<string, Inside>> {
    return new Map(((await this.inside.find(ids)) as Inside[]).map((document) => [document.id, document]));
  }
}

/** Characters of a stored key. */
const KEY = 4;

const blockOf = (place: number) => Math.floor(place / BLOCK);

const idsTo = (count: number, size: number, idOf: (number: number) => string) =>
  Array.from({ length: Math.ceil(count / size) }, (_, number) => idOf(number));

async function rowsIn<R extends Row>(documents: readonly Inside[]): Promise<Documents<R>[]> {
  const rows: Documents<R>[] = [];
  for (const document of documents) if (isBlock(document)) rows.push(...(await unpack<R>(document)));
  return rows;
}

async function asBlock<R extends Row>(id: string, rows: readonly Documents<R>[]): Promise<Block> {
  const xid = rows.reduce((most, row) => Math.max(most, row.xid), 0);
  return { id, xid, filling: 0, ...(await pack(rows)), ...fresh(false) } as Block;
}
