/**
 * Keeps the search record consistent with the replica: sends its changes to the page, and stores it again in the tab that
 * holds the pull lock.
 */

import type { TeacherAnswer } from '@/db/memory/lookup';
import { sameCheckpoint } from '@/db/rows/checkpoint';
import { isId } from '@/db/rows/content-order';
import type { TeacherRow } from '@/db/rows/public-rows';
import { idsIn } from '@/db/search/all-listings';
import { dropRecord, type RecordSummary, readSummary, writeRecord } from '@/db/search/keep-record';
import { SearchIndex } from '@/db/search/search-index';
import { readRecord } from '@/db/search/search-record-store';
import type { ReplicaChange } from '@/db/storage/replica';
import { historyOf } from '@/db/storage/stored';
import { logger } from '@/lib/logger';
import { FirstSyncRecord } from './first-sync-record';
import { fits, indexOfRows, previewIn } from './stored-index';

/** With more changed listings than this, the page gets a new record instead of changes. */
const MAX_DRIFT = 500;

export class RecordUpdater extends FirstSyncRecord {
  /**
   * Listens to the replica; returns a function that stops. Call before `load`, so that no change is missed in between.
   */
  listen(): () => void {
    const stopNames = this.names.listen();
    const stop = this.replica.teachers.onChange((change) => this.teachersChanged(change));
    return () => {
      stopNames();
      stop();
    };
  }

  /** Checks the stored record against the replica. `painted` is the build of the record that the page already shows. */
  async load(painted: string | null): Promise<void> {
    await this.names.load();
    this.state = await this.replica.teachers.state();
    const summary = painted === null ? null : await readSummary().catch(() => null);
    // The page has read the record: the engine's own copy would stay in memory for nothing.
    if (this.state && summary?.build === painted && fits(summary, this.state)) {
      this.held.release();
      return this.follow(summary);
    }
    const stored = await readRecord().catch(() => null);
    const previewed = stored && previewIn(stored, this.state);
    if (stored && previewed) {
      this.preview = previewed;
      this.held.replace(new SearchIndex(stored));
      if (stored.build !== painted) this.postRecord({ record: stored, later: [] });
      return;
    }
    if (!this.state) {
      this.post({ type: 'none' });
      return;
    }
    if (!stored || !fits(stored, this.state)) return this.rebuild();
    this.held.replace(new SearchIndex(stored));
    if (stored.build !== painted) this.post({ type: 'record', record: stored, complete: true });
    await this.follow(stored);
  }

  /** Applies what changed since the stored record, which the page shows. */
  private async follow(stored: RecordSummary): Promise<void> {
    this.indexedUpTo = stored.checkpoint;
    this.dirty = !this.names.areThoseOf(stored);
    await this.catchUp();
    const isAsStored = sameCheckpoint(this.indexedUpTo, stored.checkpoint);
    const size = isAsStored ? stored.count : (await this.held.read()).size;
    if (size !== (await this.replica.teachers.count())) await this.rebuild();
    else this.release();
  }

  /** Applies changes that the replica got while this tab did not listen. */
  async catchUp(): Promise<void> {
    const state = await this.replica.teachers.state();
    if (!state) return;
    if (this.preview) {
      this.state = state;
      if (state.complete || state.epoch !== this.preview.epoch) await this.endPreview();
      return;
    }
    if (
      !this.state ||
      historyOf(state) !== historyOf(this.state) ||
      (this.indexedUpTo === null && state.checkpoint)
    ) {
      this.state = state;
      return this.rebuild();
    }
    this.state = state;
    if (sameCheckpoint(state.checkpoint, this.indexedUpTo)) return;
    const { rows, removed } = await this.replica.teachers.since(this.indexedUpTo);
    this.apply(rows, removed);
    this.indexedUpTo = state.checkpoint;
  }

  /** Reads the whole replica again. */
  async rebuild(): Promise<void> {
    this.state = await this.replica.teachers.state();
    if (this.preview && !this.state?.usable) return this.publish();
    this.preview = null;
    const { version } = this;
    const initialBefore = this.initialRows?.size;
    const index = await indexOfRows(this.replica.teachers, this.held.now);
    // Rows that arrived during the reading may be missing in both the list and the old search index.
    if (version !== this.version || initialBefore !== this.initialRows?.size) return this.rebuild();
    this.fill(index);
    this.indexedUpTo = this.state?.checkpoint ?? null;
    this.touch();
    await this.publish();
  }

  /** Sends the page all rows, even while the first sync is unfinished. */
  async publish(): Promise<void> {
    const isEmpty = !this.usable && (await this.held.read()).size === 0;
    if (!this.preview && (!this.described || isEmpty)) return this.post({ type: 'none' });
    const snapshot = await this.snapshot();
    if (snapshot) this.postRecord(snapshot);
  }

  /** Another tab has filled the replica: changes that this tab missed are read first. */
  private async publishWhole(): Promise<void> {
    if ((await this.held.read()).size === (await this.replica.teachers.count())) return this.publish();
    logger.warn('Search index incomplete');
    await this.rebuild();
  }

  /** Stores the record if it differs from the replica. Throws errors of the storage. */
  async save(): Promise<void> {
    if (!this.dirty || !this.state?.complete || this.preview) return;
    if ((await this.held.read()).size !== (await this.replica.teachers.count())) {
      logger.warn('Search record drifted');
      await this.rebuild();
    }
    const version = this.version;
    const { drift } = await this.held.read();
    const snapshot = await this.snapshot();
    if (!snapshot) return;
    await writeRecord(snapshot.record);
    this.dirty = version !== this.version;
    if (drift > MAX_DRIFT) this.postRecord(snapshot);
    this.release();
  }

  async drop(): Promise<void> {
    await dropRecord();
    this.dirty = true;
  }

  /** By slug or id; the page names those by id that it lists. */
  async teacher(key: string): Promise<TeacherAnswer> {
    const { teachers } = this.replica;
    const index = isId(key) ? this.held.now : await this.held.read();
    const id = index ? (index.bySlug(key) ?? index.byId(key))?.id : key;
    const row = id ? (this.initialRows?.row(id) ?? (await teachers.row(id))) : null;
    this.release();
    // A listing without its row is still to come, or was lost.
    const isMissing = !row && id && (index !== null || (await teachers.lostAmong([id])).length > 0);
    return { row, complete: this.hasRows && !isMissing };
  }

  /** The ids of all listings. */
  async ids(): Promise<readonly string[]> {
    return idsIn(await this.held.read());
  }

  private teachersChanged({ rows, removed, state }: ReplicaChange<TeacherRow>): void {
    const hadRows = this.hasRows;
    const { initialRows } = this;
    const missed =
      state?.previous &&
      !sameCheckpoint(state.previous, this.indexedUpTo) &&
      this.state &&
      historyOf(state) === historyOf(this.state);
    if (initialRows) {
      this.apply(
        rows.filter(({ id }) => !initialRows.takeOut(id)),
        removed.filter((id) => !initialRows.takeOut(id)),
      );
    } else {
      this.apply(rows, removed);
    }
    if (!state) return;
    const isNews = this.isNewState(state);
    if (isNews && !initialRows) this.touch();
    this.state = state;
    if (missed && hadRows && !initialRows) {
      void this.catchUp().catch((error: unknown) => logger.warn('Search index behind', error));
    } else {
      this.indexedUpTo = state.checkpoint;
      // With initial rows this tab fills the replica, and ends its preview itself.
      if (!hadRows && state.usable && !(this.preview && initialRows)) {
        void (this.preview ? this.endPreview() : this.publishWhole()).catch((error: unknown) =>
          logger.warn('Search index not sent', error),
        );
      }
    }
  }
}
