/** Builds search records. Apart from their form (search-record.ts), so that pages that only read them do not load it. */

import type { Checkpoint } from '@/db/rows/checkpoint';
import { NO_END } from '@/db/rows/listed-checks';
import { freshToken } from '@/lib/browser/token';
import type { CardFace, ListingEntry } from './entry';
import { folderOf, type NamedEntry, NONE, OWN, RECORD_VERSION, type SearchRecord } from './search-record';

const encoder = new TextEncoder();

export interface RecordHead {
  epoch: string;
  checkpoint: Checkpoint | null;
  cities: NamedEntry[];
  danceStyles: NamedEntry[];
  builtAt: number;
}

/**
 * Builds a record from entries in rank order. `pace` is called between small steps and may return a promise to await,
 * so that building never blocks a thread.
 */
export async function encodeRecord(
  entries: ListingEntry[],
  head: RecordHead,
  pace: () => Promise<void> | undefined = () => undefined,
): Promise<SearchRecord> {
  const count = entries.length;
  const cities = new Places();
  const styles = new Places();
  const city = new Uint16Array(count);
  const flags = new Uint8Array(count);
  const slots = new Uint32Array(count);
  const offers = new Uint16Array(count);
  const ends = new Uint16Array(count);
  const styleStart = new Uint32Array(count + 1);
  const faceStart = new Uint32Array(count + 1);
  const styleList: number[] = [];
  const faces = new Faces();
  const folded: string[] = [];
  const slugs: string[] = [];
  const areas: string[] = [];
  const checks: string[] = [];
  let ids = '';
  let highlighted = 0;
  for (const [row, entry] of entries.entries()) {
    if (row % 64 === 0) await pace();
    city[row] = entry.cityId === null ? NONE : cities.of(entry.cityId);
    flags[row] = entry.flags;
    slots[row] = entry.slots;
    offers[row] = entry.offers;
    ends[row] = entry.end ?? NO_END;
    for (const id of entry.styleIds) styleList.push(styles.of(id));
    styleStart[row + 1] = styleList.length;
    faceStart[row + 1] = faces.add(shortened(entry.face, entry.id));
    folded.push(entry.folded);
    slugs.push(entry.slug ?? '');
    areas.push(entry.area);
    checks.push(entry.checks);
    ids += entry.id;
    if (entry.isHighlighted) highlighted += 1;
  }
  return {
    version: RECORD_VERSION,
    build: `${head.builtAt}-${freshToken()}`,
    count,
    folded: folded.join('\n'),
    ids,
    slugs: slugs.join('\n'),
    highlighted,
    city,
    cityIds: cities.ids,
    styles: Uint16Array.from(styleList),
    styleStart,
    styleIds: styles.ids,
    flags,
    slots,
    offers,
    areas: areas.join('\n'),
    checks: checks.join('\n'),
    ends,
    faces: faces.bytes(),
    faceStart,
    ...head,
  };
}

/** UTF-8 of one JSON CardFace after another, in one buffer that grows. */
class Faces {
  private buffer = new Uint8Array(64 * 1024);
  private used = 0;

  /** Returns the position where the next one will start. */
  add(face: CardFace): number {
    const text = JSON.stringify(face);
    // UTF-8 takes at most three bytes per UTF-16 unit.
    if (this.used + text.length * 3 > this.buffer.length) this.grow(text.length * 3);
    this.used += encoder.encodeInto(text, this.buffer.subarray(this.used)).written;
    return this.used;
  }

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.used);
  }

  private grow(least: number): void {
    const larger = new Uint8Array(this.buffer.length * 2 + least);
    larger.set(this.buffer);
    this.buffer = larger;
  }
}

/** Gives each id the number of its first appearance. */
class Places {
  readonly ids: string[] = [];
  private readonly places = new Map<string, number>();

  of(id: string): number {
    const known = this.places.get(id);
    if (known !== undefined) return known;
    const place = this.ids.length;
    this.ids.push(id);
    this.places.set(id, place);
    return place;
  }
}

function shortened([name, neighborhood, image, ...rest]: CardFace, id: string): CardFace {
  const folder = folderOf(id);
  const short = image?.startsWith(folder) ? OWN + image.slice(folder.length) : image;
  return [name, neighborhood, short, ...rest];
}
