/**
 * The stored record from which a start paints: everything for searching and drawing cards, in columns, so that 10,000
 * listings are read in a few milliseconds and only the twelve shown are decoded. Disposable: a record that does not fit
 * is rebuilt from the replica.
 */

import type { Checkpoint } from '@/db/rows/checkpoint';
import type { CardFace } from './entry';

export const RECORD_VERSION = 4;

/** Id, name, and whether filters offer it; null for a city that is known: it may be chosen where it is typed. */
export type NamedEntry = [id: string, name: string, active: boolean | null];

export interface SearchRecord {
  version: number;
  /** Identifies a record. */
  build: string;
  /** Milliseconds since 1970. */
  builtAt: number;
  epoch: string;
  checkpoint: Checkpoint | null;
  count: number;
  /** Folded names in rank order, joined by line feeds. */
  folded: string;
  /** Ids of 36 characters each. */
  ids: string;
  /** Joined by line feeds, empty for none. */
  slugs: string;
  /** The number of highlighted rows; they come first. */
  highlighted: number;
  /** Position in `cityIds`, NONE for no city. */
  city: Uint16Array;
  cityIds: string[];
  /** Row i has `styles[styleStart[i]]` up to `styles[styleStart[i + 1]]`, positions in `styleIds`. */
  styles: Uint16Array;
  styleStart: Uint32Array;
  styleIds: string[];
  flags: Uint8Array;
  /** When lessons are given: 21 bits. */
  slots: Uint32Array;
  /** Ten bits (offers.ts). */
  offers: Uint16Array;
  /** Folded neighbourhoods, joined by line feeds, empty for none. */
  areas: string;
  /** Checks in compact form, joined by line feeds. */
  checks: string;
  /** The day from which a row is shown no more, in days since 1970; NO_END. */
  ends: Uint16Array;
  /** UTF-8 of one JSON CardFace after another, pictures shortened; row i starts at `faceStart[i]`. */
  faces: Uint8Array;
  faceStart: Uint32Array;
  cities: NamedEntry[];
  danceStyles: NamedEntry[];
}

export const NONE = 0xffff;
export const ID_LENGTH = 36;

/** Where almost all pictures lie, in a folder named by the teacher's id: a path that 10,000 faces need not repeat. */
const PICTURES = '/storage/v1/object/public/profile-images/';
/** Stands for that folder; no address begins with it. */
export const OWN = '~';

const decoder = new TextDecoder();

/** Whether this is a whole record of this version; a half-written or older one is not. */
export function isSearchRecord(value: unknown): value is SearchRecord {
  const record = value as Partial<SearchRecord> | undefined;
  if (!record || record.version !== RECORD_VERSION || typeof record.count !== 'number') return false;
  const { count } = record;
  return (
    typeof record.build === 'string' &&
    typeof record.epoch === 'string' &&
    typeof record.builtAt === 'number' &&
    typeof record.folded === 'string' &&
    typeof record.slugs === 'string' &&
    typeof record.ids === 'string' &&
    record.ids.length === count * ID_LENGTH &&
    typeof record.highlighted === 'number' &&
    record.city instanceof Uint16Array &&
    record.city.length === count &&
    record.flags instanceof Uint8Array &&
    record.flags.length === count &&
    record.slots instanceof Uint32Array &&
    record.slots.length === count &&
    record.offers instanceof Uint16Array &&
    record.offers.length === count &&
    typeof record.areas === 'string' &&
    typeof record.checks === 'string' &&
    record.ends instanceof Uint16Array &&
    record.ends.length === count &&
    record.styles instanceof Uint16Array &&
    record.styleStart instanceof Uint32Array &&
    record.styleStart[count] === record.styles.length &&
    record.faces instanceof Uint8Array &&
    record.faceStart instanceof Uint32Array &&
    record.faceStart[count] === record.faces.length &&
    Array.isArray(record.cityIds) &&
    Array.isArray(record.styleIds) &&
    Array.isArray(record.cities) &&
    Array.isArray(record.danceStyles)
  );
}

export function faceAt(record: SearchRecord, row: number): CardFace {
  const bytes = record.faces.subarray(record.faceStart[row], record.faceStart[row + 1]);
  const face = JSON.parse(decoder.decode(bytes)) as CardFace;
  if (face[2]?.startsWith(OWN)) face[2] = folderOf(idAt(record, row)) + face[2].slice(OWN.length);
  return face;
}

export const idAt = (record: SearchRecord, row: number): string =>
  record.ids.slice(row * ID_LENGTH, (row + 1) * ID_LENGTH);

export const folderOf = (id: string) => `${PICTURES}${id}/`;
