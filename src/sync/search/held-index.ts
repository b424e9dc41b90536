/**
 * The search index of the engine. It is needed while listings arrive and when a record is made, and lies in the page
 * once more: in between it is released, and made again from the stored record and what changed since.
 */
import { allEntries } from '@/db/search/all-listings';
import { encodeRecord, type RecordHead } from '@/db/search/encode-record';
import type { ListingEntry } from '@/db/search/entry';
import { SearchIndex } from '@/db/search/search-index';
import type { SearchRecord } from '@/db/search/search-record';

export interface Change {
  entries: ListingEntry[];
  removed: string[];
}

/** A record, and the changes that arrived while it was being made. */
export interface Snapshot {
  record: SearchRecord;
  later: Change[];
}

export type Pace = () => Promise<void> | undefined;

export class HeldIndex {
  private index: SearchIndex | null = new SearchIndex();
  /** Counts the replacements, so that work that began before the newest one is recognized as outdated. */
  private filling = 0;
  /** Of the changes that arrive while an index or a record is being made. */
  private readonly logs = new Set<Change[]>();
  private making: Promise<SearchIndex> | null = null;

  /** `remake`: makes an index of all that is stored. */
  constructor(
    private readonly remake: () => Promise<SearchIndex>,
    private readonly pace: Pace,
  ) {}

  /** Null while it is released. */
  get now(): SearchIndex | null {
    return this.index;
  }

  async read(): Promise<SearchIndex> {
    if (this.index) return this.index;
    this.making ??= this.make().finally(() => {
      this.making = null;
    });
    return this.making;
  }

  replace(index: SearchIndex): void {
    this.filling += 1;
    this.index = index;
  }

  apply(change: Change): void {
    this.index?.apply(change.entries, change.removed);
    for (const log of this.logs) log.push(change);
  }

  /** Call when everything in it is stored, in the record or as rows. */
  release(): void {
    if (this.logs.size === 0) this.index = null;
  }

  /** A record of the index, which the index then uses; null without a head. */
  async snapshot(head: () => RecordHead | null): Promise<Snapshot | null> {
    for (;;) {
      const index = await this.read();
      const about = head();
      if (!about) return null;
      const { filling } = this;
      const later: Change[] = [];
      this.logs.add(later);
      try {
        const record = await encodeRecord(await allEntries(index, this.pace), about, this.pace);
        // The replica was read again meanwhile: this record lacks changes that only that reading brought.
        if (filling !== this.filling) continue;
        this.replace(withChanges(new SearchIndex(record), later));
        return { record, later };
      } finally {
        this.logs.delete(later);
      }
    }
  }

  private async make(): Promise<SearchIndex> {
    const later: Change[] = [];
    this.logs.add(later);
    try {
      const index = await this.remake();
      // Another one took its place meanwhile.
      if (!this.index) this.replace(withChanges(index, later));
      return this.index ?? index;
    } finally {
      this.logs.delete(later);
    }
  }
}

function withChanges(index: SearchIndex, changes: readonly Change[]): SearchIndex {
  for (const { entries, removed } of changes) index.apply(entries, removed);
  return index;
}
