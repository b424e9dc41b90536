/**
 * What this page holds of the replica in memory, to search and paint without waiting: the stored record first, then
 * every change that the engine tells.
 */
import { pause } from '@/lib/idle';
import type { ListingEntry } from './entry';
import { storedIn } from './names';
import { SearchIndex } from './search-index';
import type { NamedEntry, SearchRecord } from './search-record';
import { readRecord } from './search-record-store';

export interface Names {
  items: NamedEntry[];
  /** All of them have arrived at least once. */
  complete: boolean;
}

export type NamesById = ReadonlyMap<string, NamedEntry>;

/** A snapshot: another object after every change. */
export interface Catalog {
  /** 'opening': not known yet; 'none': nothing stored; 'partial': a first sync broke off; 'complete': all listings. */
  phase: 'opening' | 'none' | 'partial' | 'complete';
  index: SearchIndex;
  cities: NamesById;
  citiesComplete: boolean;
  danceStyles: NamesById;
  danceStylesComplete: boolean;
}

/** Milliseconds that an unresponsive storage may hold up a screen that could ask the server. */
const PATIENCE = 2_500;

let catalog: Catalog = {
  phase: 'opening',
  index: new SearchIndex(),
  cities: new Map(),
  citiesComplete: false,
  danceStyles: new Map(),
  danceStylesComplete: false,
};
let opening: Promise<void> | null = null;
const listeners = new Set<() => void>();

export function getCatalog(): Catalog {
  return catalog;
}

export function subscribeCatalog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function update(part: Partial<Catalog>): void {
  catalog = { ...catalog, ...part };
  for (const listener of listeners) listener();
}

/** Reads the stored record, once. Resolves when the phase is known or the engine has to tell it. */
export function openCatalog(): Promise<void> {
  opening ??= open();
  return opening;
}

async function open(): Promise<void> {
  const silent = new AbortController();
  const patience = pause(PATIENCE, silent.signal).then(acknowledgeNone);
  // An unresponsive storage may still answer later, and then what it has is painted.
  await Promise.race([read(), patience]);
  if (catalog.phase !== 'opening') silent.abort();
}

async function read(): Promise<void> {
  try {
    const record = await readRecord();
    if (record && catalog.phase !== 'complete') setRecord(record, true);
    else if (!record && !(await replicaExists())) acknowledgeNone();
  } catch {
    // No working storage; the engine says so in the status.
    acknowledgeNone();
  }
}

/** A replica without a record: the engine rebuilds it, which is faster than it sounds and needs no network. */
async function replicaExists(): Promise<boolean> {
  if (!indexedDB.databases) return true;
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === storedIn('teachers'));
}

/** Nothing is stored, as far as anybody knows. What is painted already stays. */
export function acknowledgeNone(): void {
  if (catalog.phase === 'opening') update({ phase: 'none' });
}

export function setRecord(record: SearchRecord, complete: boolean): void {
  if (!complete && catalog.phase === 'complete') return;
  const names = complete || catalog.cities.size === 0;
  update({
    phase: complete ? 'complete' : 'partial',
    index: new SearchIndex(record),
    ...(names && !catalog.citiesComplete && { cities: byId(record.cities), citiesComplete: complete }),
    ...(names &&
      !catalog.danceStylesComplete && {
        danceStyles: byId(record.danceStyles),
        danceStylesComplete: complete,
      }),
  });
}

export function applyChanges(entries: readonly ListingEntry[], removed: readonly string[]): void {
  catalog.index.apply(entries, removed);
  update({});
}

export function setNames(cities: Names, danceStyles: Names): void {
  update({
    ...(offers(cities, catalog.citiesComplete) && {
      cities: byId(cities.items),
      citiesComplete: cities.complete,
    }),
    ...(offers(danceStyles, catalog.danceStylesComplete) && {
      danceStyles: byId(danceStyles.items),
      danceStylesComplete: danceStyles.complete,
    }),
  });
}

/** Names that are still being refilled do not replace a whole set. */
function offers(names: Names, haveAll: boolean): boolean {
  return names.complete || (!haveAll && names.items.length > 0);
}

function byId(items: readonly NamedEntry[]): NamesById {
  return new Map(items.map((item) => [item[0], item]));
}

/** Which record is on the screen. */
export function paintedBuild(): string | null {
  return catalog.index.record?.build ?? null;
}
