/**
 * The listings that this page holds in memory, to search and paint without waiting: the stored record first, then every
 * change from the engine.
 */

import { dayNumber, untilTomorrow } from '@/db/rows/listed-checks';
import type { ListingEntry } from '@/db/search/entry';
import { onlyCitiesOf } from '@/db/search/previewed';
import { SearchIndex } from '@/db/search/search-index';
import type { NamedEntry, SearchRecord } from '@/db/search/search-record';
import { readRecord } from '@/db/search/search-record-store';
import { mayBeStored } from '@/db/storage/names';
import { pause } from '@/lib/idle';
import { serverNow } from '@/lib/server-clock';
import { stored, textsOf } from '@/lib/stored';

export interface Names {
  items: NamedEntry[];
  /** Whether all rows have arrived at least once. */
  complete: boolean;
}

export type NamesById = ReadonlyMap<string, NamedEntry>;

/** A snapshot: replaced by a new object with every change. */
export interface Catalog {
  /** 'opening': not known yet; 'none': nothing stored; 'partial': a first sync broke off; 'complete': all listings. */
  phase: 'opening' | 'none' | 'partial' | 'complete';
  /** Ids of cities whose listings are all here while the phase is 'partial'. */
  wholeCities: ReadonlySet<string>;
  index: SearchIndex;
  cities: NamesById;
  citiesComplete: boolean;
  danceStyles: NamesById;
  danceStylesComplete: boolean;
  /** Ids that lists and searches leave out. */
  hidden: ReadonlySet<string>;
}

/** Milliseconds that an unresponsive storage may delay a screen that could ask the server. */
const PATIENCE = 2_500;

const EMPTY: Omit<Catalog, 'index' | 'hidden'> = {
  phase: 'opening',
  wholeCities: new Set(),
  cities: new Map(),
  citiesComplete: false,
  danceStyles: new Map(),
  danceStylesComplete: false,
};

/** For a prerendered or hydrated page: nothing is stored, its data came with the page. */
export const NO_CATALOG: Catalog = { ...EMPTY, phase: 'none', index: new SearchIndex(), hidden: new Set() };

/**
 * Teachers whom the signed-in person does not want to see in lists. Also kept outside the replica, because lists are
 * painted from a stored record long before the person's own rows are read: a blocked teacher must not appear for a
 * moment. Deleted at sign-out, like every key with this prefix (auth/forget.ts).
 */
const hiddenOnPhone = stored('danceflix_private_hidden_teachers', textsOf);

export const keptHidden = (): ReadonlySet<string> => new Set(hiddenOnPhone.read() ?? []);

export function keepHidden(ids: ReadonlySet<string>): void {
  hiddenOnPhone.write(ids.size === 0 ? null : [...ids]);
}

export class CatalogStore {
  private catalog: Catalog = {
    ...EMPTY,
    index: new SearchIndex(null, dayNumber(serverNow())),
    hidden: keptHidden(),
  };
  private opening: Promise<void> | null = null;
  private readonly listeners = new Set<() => void>();

  readonly get = (): Catalog => this.catalog;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Reads the stored record, once. Resolves when the phase is known or has to come from the engine. */
  open(): Promise<void> {
    if (!this.opening) {
      this.opening = this.openOnce();
      this.followDays();
    }
    return this.opening;
  }

  /** Takes listings off on the day on which the check of identity ends; call when it may be another day. */
  readonly renewDay = (): void => {
    if (this.catalog.index.setDay(dayNumber(serverNow()))) this.update({});
  };

  private followDays(): void {
    const wait = () =>
      setTimeout(() => {
        this.renewDay();
        wait();
      }, untilTomorrow(serverNow()));
    wait();
    // Timers stand still while a phone sleeps. Tests of the sync run without a document.
    if ('document' in globalThis) document.addEventListener('visibilitychange', this.renewDay);
  }

  /** Nothing is stored, as far as is known. Painted listings stay. */
  acknowledgeNone(): void {
    if (this.catalog.phase === 'opening') this.update({ phase: 'none' });
  }

  setRecord(record: SearchRecord, complete: boolean, cities: readonly string[] = []): void {
    const { catalog } = this;
    if (!complete && catalog.phase === 'complete') return;
    this.update({
      phase: complete ? 'complete' : 'partial',
      wholeCities: new Set(cities),
      index: new SearchIndex(record, dayNumber(serverNow())),
      ...(!catalog.citiesComplete && { cities: byId(record.cities), citiesComplete: complete }),
      ...(!catalog.danceStylesComplete && {
        danceStyles: byId(record.danceStyles),
        danceStylesComplete: complete,
      }),
    });
  }

  applyChanges(entries: readonly ListingEntry[], removed: readonly string[]): void {
    this.catalog.index.apply(entries, removed);
    this.update({});
  }

  setNames(cities: Names, danceStyles: Names): void {
    const { catalog } = this;
    this.update({
      ...(replaces(cities, catalog.citiesComplete) && {
        cities: byId(cities.items),
        citiesComplete: cities.complete,
      }),
      ...(replaces(danceStyles, catalog.danceStylesComplete) && {
        danceStyles: byId(danceStyles.items),
        danceStylesComplete: danceStyles.complete,
      }),
    });
  }

  /** Stored as well, for the next start. */
  setHidden(ids: ReadonlySet<string>): void {
    const { hidden } = this.catalog;
    if (ids.size === hidden.size && [...ids].every((id) => hidden.has(id))) return;
    keepHidden(ids);
    this.update({ hidden: ids });
  }

  /** The build of the record on the screen. */
  get paintedBuild(): string | null {
    return this.catalog.index.record?.build ?? null;
  }

  private update(part: Partial<Catalog>): void {
    this.catalog = { ...this.catalog, ...part };
    for (const listener of this.listeners) listener();
  }

  private async openOnce(): Promise<void> {
    const silent = new AbortController();
    const patience = pause(PATIENCE, silent.signal).then(() => {
      if (!silent.signal.aborted) this.acknowledgeNone();
    });
    // An unresponsive storage may still answer later; its record is painted then.
    await Promise.race([this.read(), patience]);
    if (this.catalog.phase !== 'opening') silent.abort();
  }

  private async read(): Promise<void> {
    try {
      const record = await readRecord();
      const cities = record && onlyCitiesOf(record);
      if (record && this.catalog.phase !== 'complete') this.setRecord(record, cities === null, cities ?? []);
      // A replica without a record: the engine rebuilds it quickly and without the network.
      else if (!record && !(await mayBeStored('teachers'))) this.acknowledgeNone();
    } catch {
      // Storage does not work; the engine reports that in the status.
      this.acknowledgeNone();
    }
  }
}

export const catalogStore = new CatalogStore();

/** A partial set of names does not replace a complete one. */
function replaces(names: Names, haveAll: boolean): boolean {
  return names.complete || (!haveAll && names.items.length > 0);
}

function byId(items: readonly NamedEntry[]): NamesById {
  return new Map(items.map((item) => [item[0], item]));
}
