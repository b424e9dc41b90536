/**
 * Keeps the search record consistent with the replica: holds a search index of the listings in memory, sends its
 * changes to the page, and stores it again in the tab that holds the pull lock.
 */

import { type Checkpoint, sameCheckpoint } from '@/db/checkpoint';
import { type ListingEntry, toEntry } from '@/db/entry';
import type { TeacherAnswer } from '@/db/lookup';
import type { PulledRow } from '@/db/pull-page';
import type { Replica, ReplicaChange } from '@/db/replica';
import type { TeacherRow } from '@/db/rows';
import { SearchIndex } from '@/db/search-index';
import { encodeRecord, type SearchRecord } from '@/db/search-record';
import { dropRecord, readRecord, writeRecord } from '@/db/search-record-store';
import { historyOf, type ReplicaState } from '@/db/stored';
import { logger } from '@/lib/logger';
import type { EngineMessage } from '../messages';
import { InitialRows } from './initial-rows';
import { NamesUpdater } from './names-updater';

/** Milliseconds after which even a consistent record is rebuilt (specification 000 §9). */
const RECORD_AGE = 24 * 60 * 60 * 1000;
/** With more changed listings than this, the page gets a new record instead of changes. */
const MAX_DRIFT = 500;

interface Change {
  entries: ListingEntry[];
  removed: string[];
}

interface Snapshot {
  record: SearchRecord;
  later: Change[];
}

type Pace = () => Promise<void> | undefined;

export class RecordUpdater {
  private searchIndex = new SearchIndex();
  private indexedUpTo: Checkpoint | null = null;
  private state: ReplicaState | null = null;
  private readonly names: NamesUpdater;
  private dirty = false;
  private version = 0;
  /**
   * Counts the fillings of the search index, so that work that began before the newest one is recognized as outdated.
   */
  private filling = 0;
  private readonly logs = new Set<Change[]>();
  private initialRows: InitialRows | null = null;
  /** Resolves when the page has all rows of a first sync and the record holds them. */
  private whole: Promise<void> = Promise.resolve();

  constructor(
    private readonly replica: Replica,
    private readonly post: (message: EngineMessage) => void,
    private readonly pace: Pace,
  ) {
    this.names = new NamesUpdater(replica, post, () => this.touch());
  }

  get usable(): boolean {
    return this.state?.usable === true || this.initialRows?.complete === true;
  }

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
    if (!this.state) {
      this.post({ type: 'none' });
      return;
    }
    const stored = await readRecord().catch(() => null);
    if (!stored || !fits(stored, this.state)) return this.rebuild();
    this.searchIndex = new SearchIndex(stored);
    this.indexedUpTo = stored.checkpoint;
    this.dirty = !this.names.areThoseOf(stored);
    if (stored.build !== painted) this.post({ type: 'record', record: stored, complete: true });
    await this.catchUp();
    if (this.searchIndex.size !== (await this.replica.teachers.count())) await this.rebuild();
  }

  /** Applies changes that the replica got while this tab did not listen. */
  async catchUp(): Promise<void> {
    const state = await this.replica.teachers.state();
    if (!state) return;
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
    const { version } = this;
    const initialBefore = this.initialRows?.size;
    const entries = (await this.replica.teachers.rows()).map(toEntry);
    // Rows that arrived during the reading may be missing in both the list and the old search index.
    if (version !== this.version || initialBefore !== this.initialRows?.size) return this.rebuild();
    this.searchIndex = new SearchIndex();
    this.searchIndex.apply(entries, []);
    const pending = this.initialRows?.pending();
    if (pending) this.searchIndex.apply(pending.rows.map(toEntry), pending.removed);
    this.indexedUpTo = this.state?.checkpoint ?? null;
    this.filling += 1;
    this.version += 1;
    this.dirty = true;
    await this.publish();
  }

  /** Sends the page all rows, even while the first sync is unfinished. */
  async publish(): Promise<void> {
    if (!this.described || (!this.usable && this.searchIndex.size === 0)) return this.post({ type: 'none' });
    const snapshot = await this.snapshot();
    if (snapshot) this.postRecord(snapshot);
  }

  /** Another tab has filled the replica: changes that this tab missed are read first. */
  private async publishWhole(): Promise<void> {
    if (this.searchIndex.size === (await this.replica.teachers.count())) return this.publish();
    logger.warn('The first sync of another tab was received incompletely');
    await this.rebuild();
  }

  /** Stores the record if it differs from the replica. Throws errors of the storage. */
  async save(): Promise<void> {
    if (!this.dirty || !this.state?.complete) return;
    if (this.searchIndex.size !== (await this.replica.teachers.count())) {
      logger.warn('The search record had drifted from the replica');
      await this.rebuild();
    }
    const version = this.version;
    const drift = this.searchIndex.drift;
    const snapshot = await this.snapshot();
    if (!snapshot) return;
    await writeRecord(snapshot.record);
    this.dirty = version !== this.version;
    if (drift > MAX_DRIFT) this.postRecord(snapshot);
  }

  async drop(): Promise<void> {
    await dropRecord();
    this.dirty = true;
  }

  async teacher(key: string): Promise<TeacherAnswer> {
    const id = (this.searchIndex.bySlug(key) ?? this.searchIndex.byId(key))?.id;
    const row = id ? (this.initialRows?.row(id) ?? (await this.replica.teachers.row(id))) : null;
    return { row, complete: this.usable };
  }

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
    this.apply(
      rows.flatMap((one) => (one.deleted ? [] : [one.row])),
      rows.flatMap((one) => (one.deleted ? [one.id] : [])),
    );
    this.initialRows ??= new InitialRows(state);
    this.initialRows.add(rows, state);
    if (!state.complete) return;
    this.whole = this.keepWhole();
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
    // Dropped rows will arrive again, or will have been removed by then.
    if (initialRows && initialRows.size > 0 && !isStored) await this.rebuild();
  }

  /** The state of the replica that the search index shows. */
  private get described(): ReplicaState | null {
    return this.initialRows?.complete ? this.initialRows.state : this.state;
  }

  private async keepWhole(): Promise<void> {
    const version = this.version;
    const snapshot = await this.snapshot();
    if (!snapshot) return;
    this.postRecord(snapshot);
    await writeRecord(snapshot.record);
    this.dirty = version !== this.version;
  }

  /** A record of the search index, which the index then uses, and the changes that arrived while it was being built. */
  private async snapshot(): Promise<Snapshot | null> {
    const state = this.described;
    if (!state) return null;
    const later: Change[] = [];
    const { filling } = this;
    this.logs.add(later);
    try {
      const head = {
        epoch: historyOf(state),
        // Not the replica's checkpoint: some of its rows may not be in the search index yet.
        checkpoint: this.initialRows?.complete ? state.checkpoint : this.indexedUpTo,
        cities: [...this.names.cities.values()],
        danceStyles: [...this.names.danceStyles.values()],
        builtAt: Date.now(),
      };
      const record = await encodeRecord(await this.searchIndex.all(this.pace), head, this.pace);
      // The replica was read again meanwhile: this record lacks changes that only that reading brought.
      if (filling !== this.filling) return await this.snapshot();
      this.filling += 1;
      this.searchIndex = new SearchIndex(record);
      for (const { entries, removed } of later) this.searchIndex.apply(entries, removed);
      return { record, later };
    } finally {
      this.logs.delete(later);
    }
  }

  /** The page drops its earlier rows for the record, so changes since then are sent again. */
  private postRecord({ record, later }: Snapshot): void {
    this.post({ type: 'record', record, complete: this.usable });
    for (const { entries, removed } of later) this.post({ type: 'changes', entries, removed });
  }

  private teachersChanged({ rows, removed, state }: ReplicaChange<TeacherRow>): void {
    const wasUsable = this.usable;
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
    const isNews =
      !sameCheckpoint(state.checkpoint, this.indexedUpTo) || state.complete !== this.state?.complete;
    if (isNews && !initialRows) this.touch();
    this.state = state;
    if (missed && wasUsable && !initialRows) {
      void this.catchUp().catch((error: unknown) =>
        logger.warn('The search index did not catch up with the replica', error),
      );
    } else {
      this.indexedUpTo = state.checkpoint;
      if (!wasUsable && state.usable) {
        void this.publishWhole().catch((error: unknown) =>
          logger.warn('The search index was not published', error),
        );
      }
    }
  }

  /** Marks the stored record as outdated. */
  private touch(): void {
    this.version += 1;
    this.dirty = true;
  }

  private apply(rows: TeacherRow[], removed: string[]): void {
    if (rows.length + removed.length === 0) return;
    const entries = rows.map(toEntry);
    this.searchIndex.apply(entries, removed);
    for (const log of this.logs) log.push({ entries, removed });
    this.touch();
    if (this.usable) this.post({ type: 'changes', entries, removed });
  }
}

function fits(record: SearchRecord, state: ReplicaState): boolean {
  const age = Math.abs(Date.now() - record.builtAt);
  return state.complete && record.epoch === historyOf(state) && age < RECORD_AGE;
}
