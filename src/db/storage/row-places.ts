/**
 * Where each row of a packed collection lies. Rows are numbered in the order in which they first came, and keep their
 * number; so a list of places that lacks the newest rows, of another tab, is still right about all others. Of each id it
 * holds four bytes, so 50,000 rows take 200 kB: whether it is the row is told by the block.
 */
import { hashOf, textOf } from './pack';

/** Rows in a block. */
export const BLOCK = 128;
/** Rows in a stored part of the list. */
export const PART = 16 * BLOCK;

/** The number of the block in which a row lies. */
export const blockOf = (place: number): number => Math.floor(place / BLOCK);

export class RowPlaces {
  private keys = new Uint32Array(PART);
  count = 0;

  /** Numbers of the rows that may have this id. */
  of(id: string): number[] {
    const key = hashOf(id);
    const known = this.keys.subarray(0, this.count);
    const found: number[] = [];
    for (let at = known.indexOf(key); at >= 0; at = known.indexOf(key, at + 1)) found.push(at);
    return found;
  }

  add(id: string): number {
    this.grow(this.count + 1);
    this.keys[this.count] = hashOf(id);
    this.count += 1;
    return this.count - 1;
  }

  /** The keys of the ids in a block: `hashOf` each. */
  keysIn(block: number): Uint32Array {
    return this.keys.subarray(block * BLOCK, Math.min((block + 1) * BLOCK, this.count));
  }

  /** The stored text of a part. */
  part(number: number): string {
    const keys = this.keys.slice(number * PART, Math.min((number + 1) * PART, this.count));
    return textOf(new Uint8Array(keys.buffer));
  }

  /** Takes in the keys of a stored part, with what other tabs have added. */
  take(number: number, keys: ArrayLike<number>): void {
    const end = number * PART + keys.length;
    if (end <= this.count) return;
    this.grow(end);
    this.keys.set(keys, number * PART);
    this.count = end;
  }

  copy(): RowPlaces {
    const copy = new RowPlaces();
    copy.keys = this.keys.slice();
    copy.count = this.count;
    return copy;
  }

  private grow(least: number): void {
    if (least <= this.keys.length) return;
    const larger = new Uint32Array(Math.max(least, this.keys.length * 2));
    larger.set(this.keys);
    this.keys = larger;
  }
}
