/** The rows of a search record: each is decoded only when it is asked for. */

import { NO_END } from '@/db/rows/listed-checks';
import type { ListingEntry } from './entry';
import { rankOf } from './entry';
import { Lines } from './lines';
import { faceAt, ID_LENGTH, idAt, NONE, type SearchRecord } from './search-record';

export class RecordRows {
  /** Texts of their own: every key searches them. */
  readonly folded: readonly string[];
  readonly areas: Lines;
  readonly checks: Lines;
  private readonly slugs: Lines;
  /** Open addressing: one more than the row, 0 for none. */
  private places: Uint32Array | null = null;

  constructor(readonly record: SearchRecord) {
    const lines = (text: string) => new Lines(text, record.count);
    this.folded = record.count > 0 ? record.folded.split('\n') : [];
    this.areas = lines(record.areas);
    this.checks = lines(record.checks);
    this.slugs = lines(record.slugs);
  }

  get count(): number {
    return this.record.count;
  }

  idAt(row: number): string {
    return idAt(this.record, row);
  }

  rankAt(row: number): string {
    return rankOf({
      isHighlighted: row < this.record.highlighted,
      folded: this.folded[row] ?? '',
      id: this.idAt(row),
    });
  }

  cityAt(row: number): string | null {
    return this.record.cityIds[this.record.city[row] ?? NONE] ?? null;
  }

  stylesAt(row: number): string[] {
    const { styles, styleStart, styleIds } = this.record;
    const own = styles.subarray(styleStart[row], styleStart[row + 1]);
    return Array.from(own, (place) => styleIds[place] ?? '');
  }

  endAt(row: number): number {
    return this.record.ends[row] ?? NO_END;
  }

  hasStyle(row: number, wanted: Uint8Array): boolean {
    const { styles, styleStart } = this.record;
    const end = styleStart[row + 1] ?? 0;
    for (let at = styleStart[row] ?? 0; at < end; at++) if (wanted[styles[at] ?? NONE]) return true;
    return false;
  }

  entryAt(row: number): ListingEntry {
    const { record } = this;
    return {
      id: this.idAt(row),
      folded: this.folded[row] ?? '',
      isHighlighted: row < record.highlighted,
      slug: this.slugs.at(row) || null,
      cityId: this.cityAt(row),
      styleIds: this.stylesAt(row),
      flags: record.flags[row] ?? 0,
      slots: record.slots[row] ?? 0,
      offers: record.offers[row] ?? 0,
      area: this.areas.at(row),
      checks: this.checks.at(row),
      end: this.endAt(row),
      face: faceAt(record, row),
    };
  }

  /** -1 without one, as for an id. */
  rowOfSlug(slug: string): number {
    return this.slugs.rowOf(slug);
  }

  rowOf(id: string): number {
    if (id.length !== ID_LENGTH) return -1;
    if (this.places) return this.placeOf(this.places, id);
    const { ids } = this.record;
    let at = ids.indexOf(id);
    while (at >= 0 && at % ID_LENGTH !== 0) at = ids.indexOf(id, at + 1);
    return at < 0 ? -1 : at / ID_LENGTH;
  }

  /** Makes `rowOf` fast. A Map of 50,000 ids would take ten times the memory. */
  mapIds(): void {
    if (this.places) return;
    const places = new Uint32Array(2 << Math.ceil(Math.log2(this.count + 1)));
    for (let row = 0; row < this.count; row++) {
      let at = hashOf(this.idAt(row));
      while (places[at & (places.length - 1)]) at += 1;
      places[at & (places.length - 1)] = row + 1;
    }
    this.places = places;
  }

  private placeOf(places: Uint32Array, id: string): number {
    for (let at = hashOf(id); ; at++) {
      const row = (places[at & (places.length - 1)] ?? 0) - 1;
      if (row < 0 || this.idAt(row) === id) return row;
    }
  }
}

/** Both ends of an id: some begin alike, others end alike. */
const hashOf = (id: string): number =>
  Number.parseInt(id.slice(0, 8), 16) ^ Math.imul(Number.parseInt(id.slice(-8), 16), 0x9e3779b1);
