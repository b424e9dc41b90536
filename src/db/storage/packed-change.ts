/** Works out which documents of a packed collection a write changes. Called by one tab at a time. */

import type { Row } from '@/db/rows/collections';
import {
  asBlock,
  asLost,
  asPart,
  blockId,
  hole,
  type Inside,
  isHole,
  LOST,
  numberOf,
  partId,
  readBlock,
} from './blocks';
import { type Documents, isOlder, isRow } from './documents';
import { BLOCK, blockOf, PART, type RowPlaces } from './row-places';
import type { StoredBase } from './stored';

export interface Held {
  places: RowPlaces;
  /** Parts of the list to be written whether or not they change. */
  damagedParts: ReadonlySet<number>;
  find(ids: string[]): Promise<Inside[]>;
}

export interface PackedChange<R extends Row> {
  /** To be stored in one transaction. */
  documents: StoredBase[];
  /** The list with the new rows. */
  places: RowPlaces;
  /** Rows to announce to other tabs and to the search record. */
  written: Documents<R>[];
  /** Blocks that could not be read. */
  lost: number[];
  /** As many rows are live as before blocks were lost. */
  isWhole: boolean;
}

interface Restored {
  /** Lost blocks whose rows are among the documents. */
  restored: readonly number[];
  /** The rows that are still missing do not exist on the server any more. */
  isAll: boolean;
}

export async function changeOf<R extends Row>(
  documents: readonly Documents<R>[],
  held: Held,
  restoring: Restored | null = null,
): Promise<PackedChange<R>> {
  const rows = documents.filter(isRow);
  const places = held.places.copy();
  const marked = new Set((await held.find([LOST]))[0]?.blocks);
  // New rows fill up the last block.
  const near = [...rows.flatMap(({ id }) => places.of(id).map(blockOf)), blockOf(places.count)];
  const blocks = new Blocks<R>(held);
  await blocks.read([...near, ...(restoring?.restored ?? [])]);
  const isMarked = (number: number) => marked.has(number) || blocks.lost.includes(number);
  /** By part: how many more rows live in it. */
  const more = new Map<number, number>([...held.damagedParts].map((number) => [number, 0]));
  const written: Documents<R>[] = [];
  for (const row of rows) {
    const known = blocks.placeOf(row.id, places.of(row.id));
    const place = known ?? places.add(row.id);
    const before = blocks.at(place);
    if (before && isOlder(row, before)) continue;
    blocks.put(place, row);
    const part = Math.floor(place / PART);
    const wasLive = before && isHole(before) ? isMarked(blockOf(place)) : before && !before._deleted;
    more.set(part, (more.get(part) ?? 0) + Number(!row._deleted) - Number(wasLive ?? false));
    written.push(row);
  }
  const counted = restoring && (await recounted(restoring, more, blocks, held));
  const live = new Map(counted?.isWhole ? counted.live : []);
  for (const part of held.damagedParts) {
    const [before] = await held.find([partId(part)]);
    if (typeof before?.live !== 'number') live.set(part, await blocks.count(part, isMarked));
  }
  const states = documents.filter((document) => !isRow(document));
  const isWhole = counted?.isWhole ?? false;
  const news = blocks.lost.filter((number) => !marked.has(number));
  return {
    places,
    written: [...written, ...states],
    lost: blocks.lost,
    isWhole,
    documents: [
      ...(await partsWith(places, more, held, live)),
      ...(await blocks.changed()),
      ...(isWhole ? [asLost([])] : news.length > 0 ? [asLost([...marked, ...news])] : []),
      ...(states as unknown as StoredBase[]),
    ],
  };
}

/** The blocks that a write reads and changes. */
class Blocks<R extends Row> {
  private readonly rows = new Map<number, Documents<R>[]>();
  private readonly touched = new Set<number>();
  readonly lost: number[] = [];

  constructor(private readonly held: Held) {}

  async read(numbers: Iterable<number>): Promise<void> {
    const wanted = [...new Set(numbers)].filter((number) => !this.rows.has(number));
    const stored = await this.held.find(wanted.map(blockId));
    const found = new Map(stored.map((block) => [numberOf(block.id), block]));
    for (const number of wanted) {
      const keys = this.held.places.keysIn(number);
      const block = found.get(number);
      const rows = keys.length === 0 && !block ? [] : await readBlock<R>(block, keys);
      this.rows.set(number, rows ?? Array.from(keys, () => hole<R>()));
      if (rows) continue;
      this.lost.push(number);
      this.touched.add(number);
    }
  }

  /** Undefined for a new row. One that was lost returns to a hole with the same key. */
  placeOf(id: string, places: readonly number[]): number | undefined {
    const found = places.find((place) => this.at(place)?.id === id);
    return found ?? places.find((place) => isHole(this.at(place) ?? ({ id } as StoredBase)));
  }

  at(place: number): Documents<R> | undefined {
    return this.rows.get(blockOf(place))?.[place % BLOCK];
  }

  put(place: number, row: Documents<R>): void {
    const number = blockOf(place);
    const block = this.rows.get(number) ?? [];
    block[place % BLOCK] = row;
    this.rows.set(number, block);
    this.touched.add(number);
  }

  /** The live rows of a part; `isLive`: whether holes of a block count as such. */
  async count(part: number, isLive: (number: number) => boolean = () => false): Promise<number> {
    const numbers = Array.from({ length: PART / BLOCK }, (_, at) => (part * PART) / BLOCK + at);
    await this.read(numbers);
    const isCounted = (row: Documents<R>, number: number) => (isHole(row) ? isLive(number) : !row._deleted);
    return numbers.reduce(
      (sum, number) => sum + (this.rows.get(number) ?? []).filter((row) => isCounted(row, number)).length,
      0,
    );
  }

  changed(): Promise<StoredBase[]> {
    return Promise.all(
      [...this.touched].map((number) => asBlock(blockId(number), this.rows.get(number) ?? [])),
    );
  }
}

/** The live rows of each part with a restored block, counted anew. */
async function recounted<R extends Row>(
  { restored, isAll }: Restored,
  more: Map<number, number>,
  blocks: Blocks<R>,
  held: Held,
): Promise<{ live: ReadonlyMap<number, number>; isWhole: boolean }> {
  const live = new Map<number, number>();
  let isWhole = true;
  for (const part of new Set(restored.map((number) => Math.floor((number * BLOCK) / PART)))) {
    const count = await blocks.count(part);
    const [before] = await held.find([partId(part)]);
    live.set(part, count);
    more.set(part, more.get(part) ?? 0);
    if (!isAll && count < (before?.live ?? 0) + (more.get(part) ?? 0)) isWhole = false;
  }
  // Another block of these parts is lost too: its rows are not among the documents.
  return { live, isWhole: isWhole && blocks.lost.every((number) => restored.includes(number)) };
}

async function partsWith(
  places: RowPlaces,
  more: ReadonlyMap<number, number>,
  held: Held,
  counted: ReadonlyMap<number, number>,
): Promise<StoredBase[]> {
  const parts: StoredBase[] = [];
  for (const [number, count] of more) {
    const [before] = await held.find([partId(number)]);
    const keys = places.part(number);
    const live = counted.get(number) ?? (before?.live ?? 0) + count;
    if (live === before?.live && keys === before.keys && !held.damagedParts.has(number)) continue;
    parts.push(asPart(number, keys, live));
  }
  return parts;
}
