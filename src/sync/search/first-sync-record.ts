/** The record during a first sync: listings of the search file, and rows that have come but are not stored yet. */

import type { TeacherRow } from '@/db/rows/public-rows';
import { allEntries } from '@/db/search/all-listings';
import { encodeRecord } from '@/db/search/encode-record';
import type { ListingEntry } from '@/db/search/entry';
import { writeRecord } from '@/db/search/keep-record';
import { historyOfPreview, type Previewed } from '@/db/search/previewed';
import { SearchIndex } from '@/db/search/search-index';
import { toEntry } from '@/db/search/to-entry';
import type { PulledRow } from '@/db/storage/pull-page';
import type { ReplicaState } from '@/db/storage/stored';
import { InitialRows } from './initial-rows';
import { liveOf, removedOf, ShownRecord } from './shown-record';

export abstract class FirstSyncRecord extends ShownRecord {
  /** Resolves when the page has all rows of a first sync and the record holds them. */
  private whole: Promise<void> = Promise.resolve();

  /** Reads the whole replica again. */
  abstract rebuild(): Promise<void>;

  /**
   * Adds rows of a first sync that are not stored yet, with the replica's state after storing: searchable at once, and
   * once all have arrived also stored as a record, so that a start after an interrupted first sync shows all of them.
   */
  addInitialRows(rows: readonly PulledRow<TeacherRow>[], state: ReplicaState): void {
    // Rows of an earlier filling are among those in memory: only the replica knows the whole set.
    if (state.mixed) {
      this.initialRows = null;
      return;
    }
    // Before the page is told of changes, so that it gets all rows at once.
    this.applyPulled(rows);
    this.initialRows ??= new InitialRows(state);
    this.initialRows.add(rows, state);
    // A preview is searched until all rows are stored: only then it is known which listings have gone.
    if (!state.complete || this.preview) return;
    this.whole = this.keep();
    // A failure is reported by endInitialRows.
    this.whole.catch(() => undefined);
  }

  /** The first sync has ended: all received rows are stored, or some were dropped. Throws errors of the storage. */
  async endInitialRows(isStored: boolean): Promise<void> {
    const { initialRows, whole } = this;
    this.whole = Promise.resolve();
    await whole.finally(() => {
      this.initialRows = null;
    });
    if (this.preview) {
      if (isStored) await this.endPreview();
      return;
    }
    // Dropped rows will arrive again, or will have been removed by then.
    if (initialRows && initialRows.size > 0 && !isStored) await this.rebuild();
    else if (!this.dirty) this.release();
  }

  /**
   * Shows listings of the search file, and `newer` rows that were pulled since: searchable at once, and at the next
   * start. Throws errors of the storage.
   */
  async showPreview(
    entries: readonly ListingEntry[],
    newer: readonly PulledRow<TeacherRow>[],
    previewed: Previewed,
  ): Promise<void> {
    const index = new SearchIndex();
    index.apply(entries, []);
    this.fill(index);
    this.applyPulled(newer);
    this.preview = previewed;
    await this.keep();
  }

  /** Shows listings of one city while those of the others are still being read. */
  async showCity(
    entries: readonly ListingEntry[],
    newer: readonly PulledRow<TeacherRow>[],
    previewed: Previewed,
  ): Promise<void> {
    const index = new SearchIndex();
    index.apply(entries, []);
    index.apply(liveOf(newer).map(toEntry), removedOf(newer));
    const head = {
      ...{ epoch: historyOfPreview(previewed), checkpoint: previewed.checkpoint },
      ...this.namesNow(),
    };
    const record = await encodeRecord(await allEntries(index, this.pace), head, this.pace);
    if (!this.usable) this.postRecord({ record, later: [] });
  }

  /** Brings a preview up to date with `newer` rows, up to the checkpoint of `previewed`. Throws errors of the storage. */
  async advancePreview(newer: readonly PulledRow<TeacherRow>[], previewed: Previewed): Promise<void> {
    this.applyPulled(newer);
    this.preview = previewed;
    const snapshot = await this.snapshot();
    if (snapshot) await writeRecord(snapshot.record);
  }

  /** The rows take the place of the preview. What the page shows stays until all of them are here. */
  async endPreview(): Promise<void> {
    this.preview = null;
    await this.rebuild();
  }

  /** Takes an index for the present one, with the rows that are not stored yet. */
  protected fill(index: SearchIndex): void {
    const pending = this.initialRows?.pending();
    if (pending) index.apply(pending.rows.map(toEntry), pending.removed);
    this.held.replace(index);
  }
}
