/**
 * Where each row of a packed collection lies. Rows are numbered in the order in which they first came, and keep their
 * number; so a list of places that lacks the newest rows, of another tab, is still right about all others. Of each id it
 * holds four bytes, so 50,000 rows take 200 kB: whether it is the row is told by the block.
 */
import { bytesOf, textOf } from './pack';

/** Rows in a block. */
export const BLOCK = 128;
/** Rows in a stored part of the list. */
export const PART = 16 * BLOCK;

export class RowPlaces {
  private keys = new Uint32Array(PART);
  count = 0;

  /** Numbers of the rows that may have this id. */
  of(id: string): number[] {
    const key = keyOf(id);
    const known = this.keys.subarray(0, this.count);
    const found: number[] = [];
    for (let at = known.indexOf(key); at >= 0; at = known.indexOf(key, at + 1)) found.push(at);
    return found;
  }

  add(id: string): number {
    this.grow(this.count + 1);
    this.keys[this.count] = keyOf(id);
    this.count += 1;
    return this.count - 1;
  }

  /** The stored text of a part. */
  part(number: number): string {
    const keys = this.keys.slice(number * PART, Math.min((number + 1) * PART, this.count));
    return textOf(new Uint8Array(keys.buffer));
  }

  /** Takes in a stored part, with what other tabs have added. */
  read(number: number, text: string): void {
    const keys = new Uint32Array(bytesOf(text).buffer);
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

/** FNV-1a. */
function keyOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
