/**
 * Blocks of packed rows, the parts of the list that tells where each row lies, and the record of blocks that were lost.
 * Disks and browsers damage what they keep now and then: a block that cannot be read is told from one that can.
 */
import type { Row } from '@/db/rows/collections';
import { blank, type Documents, fresh } from './documents';
import { bytesOf, hashOf, type Packed, pack, unpack } from './pack';
import { PART } from './row-places';
import type { StoredBase } from './stored';

/** `xid`: the highest of its rows. */
export type Block = StoredBase & Packed;

export interface Part extends StoredBase {
  keys: string;
  /** Of its number and keys. */
  sum: number;
  /** How many of its rows are no tombstones; a row that was lost counts as it did before. */
  live: number;
}

/** The blocks whose rows are to be fetched again. */
export interface Lost extends StoredBase {
  blocks: number[];
  /** Not all of their ids are known: this filling brings all rows anew. */
  refilledBy?: number;
}

/** The documents of a packed collection as they are stored. */
export type Inside = Documents<Row> & Partial<Packed> & Partial<Part> & Partial<Lost>;

export const LOST = 'lost';
export const blockId = (number: number) => `block-${number}`;
export const partId = (number: number) => `part-${number}`;
export const numberOf = (id: string) => Number(id.slice(id.indexOf('-') + 1));
export const isBlock = ({ id }: StoredBase): boolean => id.startsWith('block-');

/** Stands in a block for a row that was lost. */
export const hole = <R extends Row>(): Documents<R> => blank<R>('', 0, 0);
export const isHole = ({ id }: StoredBase): boolean => id === '';

/** Null for a block that is not there or damaged: it cannot be unpacked, or has other rows than `keys` says. */
export async function readBlock<R extends Row>(
  block: Inside | undefined,
  keys: Uint32Array,
): Promise<Documents<R>[] | null> {
  const rows = block && (await unpacked<R>(block));
  if (!rows || rows.length < keys.length) return null;
  // Another tab may have added rows that these keys do not know yet.
  const isOwn = rows.every((row, at) => at >= keys.length || isHole(row) || hashOf(row.id) === keys[at]);
  return isOwn ? rows : null;
}

/** The rows of a block whose keys are not known; null for a damaged one. */
export async function unpacked<R extends Row>({
  form,
  text,
  sum,
}: Partial<Packed>): Promise<Documents<R>[] | null> {
  if (typeof text !== 'string' || typeof sum !== 'number') return null;
  try {
    const rows = await unpack<R>({ text, ...(form && { form }), sum });
    return rows.every(({ id }) => typeof id === 'string') ? rows : null;
  } catch {
    // Every way in which a text cannot be read means the same; the caller logs it.
    return null;
  }
}

export async function asBlock<R extends Row>(id: string, rows: readonly Documents<R>[]): Promise<Block> {
  const xid = rows.reduce((most, row) => Math.max(most, row.xid), 0);
  return { id, xid, filling: 0, ...(await pack(rows)), ...fresh(false) } as Block;
}

/** Characters of a stored key. */
const KEY = 4;

const sumOf = (number: number, keys: string) => hashOf(`${number} ${keys}`);

/** Null for a part that is not there, or damaged. */
export function keysOf(number: number, part: Inside | undefined): Uint32Array | null {
  const { keys, sum } = part ?? {};
  if (typeof keys !== 'string' || keys.length === 0 || keys.length % KEY > 0 || keys.length > PART * KEY)
    return null;
  if (sum !== sumOf(number, keys)) return null;
  return new Uint32Array(bytesOf(keys).buffer);
}

export function asPart(number: number, keys: string, live: number): Part {
  const sum = sumOf(number, keys);
  return { id: partId(number), xid: 0, filling: 0, keys, sum, live, ...fresh(false) } as Part;
}

export const asLost = (blocks: readonly number[], refilledBy?: number): Lost =>
  ({
    ...{ id: LOST, xid: 0, filling: 0, blocks: [...blocks] },
    ...(refilledBy !== undefined && { refilledBy }),
    ...fresh(false),
  }) as Lost;
