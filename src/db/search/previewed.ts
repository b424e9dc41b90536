/**
 * A preview: listings of the search file that are searched before their rows have come, or without them. A search record
 * that was made of one says so in its source.
 */
import type { Checkpoint } from '@/db/rows/checkpoint';
import type { ListingEntry } from './entry';
import type { SearchRecord } from './search-record';

export interface Previewed {
  epoch: string;
  /** Later changes are still to be pulled. */
  checkpoint: Checkpoint;
  /** The id of the only city whose listings it holds; null for those of all. */
  city: string | null;
}

const MARK = '#file';

/** Identifies a preview as the source of a search record. */
export const historyOfPreview = ({ epoch, city }: Previewed): string => `${epoch}${MARK}${city ?? ''}`;

/** The preview that a record was made of; null when its source is the replica. */
export function previewOf({ epoch: history, checkpoint }: SearchRecord): Previewed | null {
  const at = history.indexOf(MARK);
  if (at < 0 || !checkpoint) return null;
  return { epoch: history.slice(0, at), checkpoint, city: history.slice(at + MARK.length) || null };
}

/** The ids of the only cities whose listings a record holds; null for those of all. */
export function onlyCitiesOf(record: SearchRecord): string[] | null {
  const city = previewOf(record)?.city ?? null;
  return city === null ? null : [city];
}

/** Whether two entries differ in anything but a biography that only one of them has. */
export function differs(a: ListingEntry, b: ListingEntry): boolean {
  const { face: faceOfA, ...restOfA } = a;
  const { face: faceOfB, ...restOfB } = b;
  const isSameFace = faceOfA.every((part, place) => {
    const other = faceOfB[place];
    return part === other || (place === BIO && (part === null || other === null));
  });
  return !isSameFace || JSON.stringify(restOfA) !== JSON.stringify(restOfB);
}

/** The biography's place in a CardFace. */
const BIO = 3;
