/**
 * Keeps the search record consistent with the replica: holds a search index of the listings in memory, sends its
 * changes to the page, and stores it again in the tab that holds the pull lock.
 */

import { allEntries, idsIn } from '@/db/all-listings';
import { type Checkpoint, sameCheckpoint } from '@/db/checkpoint';
import { encodeRecord } from '@/db/encode-record';
import type { ListingEntry } from '@/db/entry';
import type { TeacherAnswer } from '@/db/lookup';
import { differs, historyOfPreview, onlyCitiesOf, type Previewed, previewOf } from '@/db/previewed';
import type { PulledRow } from '@/db/pull-page';
import type { Replica, ReplicaChange } from '@/db/replica';
import type { TeacherRow } from '@/db/rows';
import { SearchIndex } from '@/db/search-index';
import type { SearchRecord } from '@/db/search-record';
import { dropRecord, readRecord, writeRecord } from '@/db/search-record-store';
import { historyOf, type ReplicaState } from '@/db/stored';
import { toEntry } from '@/db/to-entry';
import { foldName } from '@/lib/fold-name';
import { logger } from '@/lib/logger';
import type { EngineMessage } from '../messages';
import { InitialRows } from './initial-rows';
import { NamesUpdater } from './names-updater';
import { firstOfUse, type Interests } from './order-of-use';

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
  /** Set while the search index holds listings of the search file: their rows are still to come. */
  private preview: Previewed | null = null;
  /** Resolves when the page has all rows of a first sync and the record holds them. */
  private whole: Promise<void> = Promise.resolve();

  constructor(
    private readonly replica: Replica,
    private readonly post: (message: EngineMessage) => void,
    private readonly pace: Pace,
  ) {
    this.names = new NamesUpdater(replica, post, () => this.touch());
  }

  /** All listings can be searched. */
  get usable(): boolean {
    return this.preview?.city === null || this.hasRows;
  }

  /** All rows have arrived. */
  private get hasRows(): boolean {
    return this.state?.usable === true || this.initialRows?.complete === true;
  }

  /** The id of the city with this name; null for an unknown one. */
  cityNamed(name: string | null): string | null {
    if (name === null) return null;
    const wanted = foldName(name);
    const found = [...this.names.cities.values()].find(([, known]) => foldName(known) === wanted);
    return found?.[0] ?? null;
  }

  /** The listings that are searched before their rows have come. */
  get previewed(): Previewed | null {
    return this.preview;
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
    const stored = await readRecord().catch(() => null);
    const previewed = stored && previewIn(stored, this.state);
    if (stored && previewed) {
      this.preview = previewed;
      this.searchIndex = new SearchIndex(stored);
      if (stored.build !== painted) this.postRecord({ record: stored, later: [] });
      return;
    }
    if (!this.state) {
      this.post({ type: 'none' });
      return;
    }
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
    const entries = (await this.replica.teachers.rows()).map(toEntry);
    const lost = await this.lostEntries();
    // Rows that arrived during the reading may be missing in both the list and the old search index.
    if (version !== this.version || initialBefore !== this.initialRows?.size) return this.rebuild();
    this.searchIndex = new SearchIndex();
    this.searchIndex.apply([...lost, ...entries], []);
    const pending = this.initialRows?.pending();
    if (pending) this.searchIndex.apply(pending.rows.map(toEntry), pending.removed);
    this.indexedUpTo = this.state?.checkpoint ?? null;
    this.filling += 1;
    this.version += 1;
    this.dirty = true;
    await this.publish();
  }

  /** The listings whose rows are to be fetched again, as they were last known. */
  private async lostEntries(): Promise<ListingEntry[]> {
    if (!(await this.replica.teachers.lost())) return [];
    const index = this.searchIndex.size > 0 ? this.searchIndex : new SearchIndex(await readRecord());
    const ids = await this.replica.teachers.lostAmong(idsIn(index));
    return ids.map((id) => index.byId(id)).filter((entry) => entry !== null);
  }

  /** The ids of the listings that come first; none of a record with fewer than `least`. */
  firstOfUse(interests: Interests, most: number, least: number): string[] {
    return this.searchIndex.size < least ? [] : firstOfUse(this.searchIndex, interests, most);
  }

  /** The ids of all listings. */
  async ids(): Promise<readonly string[]> {
    return idsIn(this.searchIndex);
  }

  /** Sends the page all rows, even while the first sync is unfinished. */
  async publish(): Promise<void> {
    if (!this.preview && (!this.described || (!this.usable && this.searchIndex.size === 0)))
      return this.post({ type: 'none' });
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
    if (!this.dirty || !this.state?.complete || this.preview) return;
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
    // A listing without its row is still to come, or was lost.
    return { row, complete: this.hasRows && (row !== null || !id) };
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
    this.searchIndex = new SearchIndex();
    this.searchIndex.apply(entries, []);
    const pending = this.initialRows?.pending();
    if (pending) this.searchIndex.apply(pending.rows.map(toEntry), pending.removed);
    this.filling += 1;
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

  /** The state of the replica that the search index shows. */
  private get described(): ReplicaState | null {
    return this.initialRows?.complete ? this.initialRows.state : this.state;
  }

  /** Sends the page the search index as a record, and stores it. */
  private async keep(): Promise<void> {
    const version = this.version;
    const snapshot = await this.snapshot();
    if (!snapshot) return;
    this.postRecord(snapshot);
    await writeRecord(snapshot.record);
    this.dirty = version !== this.version;
  }

  /** A record of the search index, which the index then uses, and the changes that arrived while it was being built. */
  private async snapshot(): Promise<Snapshot | null> {
    const source = this.source();
    if (!source) return null;
    const later: Change[] = [];
    const { filling } = this;
    this.logs.add(later);
    try {
      const head = {
        ...source,
        ...this.namesNow(),
      };
      const record = await encodeRecord(await allEntries(this.searchIndex, this.pace), head, this.pace);
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

  private namesNow(): Pick<SearchRecord, 'cities' | 'danceStyles' | 'builtAt'> {
    return {
      cities: [...this.names.cities.values()],
      danceStyles: [...this.names.danceStyles.values()],
      builtAt: Date.now(),
    };
  }

  /** Where the listings of the search index come from, and up to which checkpoint. */
  private source(): Pick<SearchRecord, 'epoch' | 'checkpoint'> | null {
    const { preview, described } = this;
    if (preview) return { epoch: historyOfPreview(preview), checkpoint: preview.checkpoint };
    if (!described) return null;
    return {
      epoch: historyOf(described),
      // Not the replica's checkpoint: some of its rows may not be in the search index yet.
      checkpoint: this.initialRows?.complete ? described.checkpoint : this.indexedUpTo,
    };
  }

  /** The page drops its earlier rows for the record, so changes since then are sent again. */
  private postRecord({ record, later }: Snapshot): void {
    this.post({ type: 'record', record, complete: this.usable, cities: onlyCitiesOf(record) ?? [] });
    for (const { entries, removed } of later) this.post({ type: 'changes', entries, removed });
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
    const isNews =
      !sameCheckpoint(state.checkpoint, this.indexedUpTo) || state.complete !== this.state?.complete;
    if (isNews && !initialRows) this.touch();
    this.state = state;
    if (missed && hadRows && !initialRows) {
      void this.catchUp().catch((error: unknown) =>
        logger.warn('The search index did not catch up with the replica', error),
      );
    } else {
      this.indexedUpTo = state.checkpoint;
      // With initial rows this tab fills the replica, and ends its preview itself.
      if (!hadRows && state.usable && !(this.preview && initialRows)) {
        void (this.preview ? this.endPreview() : this.publishWhole()).catch((error: unknown) =>
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

  private applyPulled(pulled: readonly PulledRow<TeacherRow>[]): void {
    this.apply(liveOf(pulled), removedOf(pulled));
  }

  private apply(rows: TeacherRow[], removed: string[]): void {
    if (rows.length + removed.length === 0) return;
    const entries = rows.map(toEntry);
    const news = this.preview ? entries.filter((entry) => this.isNews(entry)) : entries;
    this.searchIndex.apply(entries, removed);
    for (const log of this.logs) log.push({ entries, removed });
    this.touch();
    if ((this.usable || this.preview) && news.length + removed.length > 0)
      this.post({ type: 'changes', entries: news, removed });
  }

  /** Thousands of rows follow a preview that say nothing else than it: the page gets their biographies with the record. */
  private isNews(entry: ListingEntry): boolean {
    const known = this.searchIndex.byId(entry.id);
    return !known || differs(known, entry);
  }
}

const liveOf = (pulled: readonly PulledRow<TeacherRow>[]) =>
  pulled.flatMap((one) => (one.deleted ? [] : [one.row]));
const removedOf = (pulled: readonly PulledRow<TeacherRow>[]) =>
  pulled.flatMap((one) => (one.deleted ? [one.id] : []));

/** The preview that a record was stored as, if it continues what is in the replica. */
function previewIn(record: SearchRecord, state: ReplicaState | null): Previewed | null {
  const preview = previewOf(record);
  const isYoung = Math.abs(Date.now() - record.builtAt) < RECORD_AGE;
  if (!preview || !isYoung || state?.usable) return null;
  return state && state.epoch !== preview.epoch ? null : preview;
}

function fits(record: SearchRecord, state: ReplicaState): boolean {
  const age = Math.abs(Date.now() - record.builtAt);
  return state.complete && record.epoch === historyOf(state) && age < RECORD_AGE;
}
