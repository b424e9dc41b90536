/** The listings of the engine: what the page is shown, and what is stored as the search record. */
import { type Checkpoint, sameCheckpoint } from '@/db/rows/checkpoint';
import type { TeacherRow } from '@/db/rows/public-rows';
import type { RecordHead } from '@/db/search/encode-record';
import type { ListingEntry } from '@/db/search/entry';
import { writeRecord } from '@/db/search/keep-record';
import { differs, historyOfPreview, onlyCitiesOf, type Previewed } from '@/db/search/previewed';
import type { SearchRecord } from '@/db/search/search-record';
import { toEntry } from '@/db/search/to-entry';
import type { PulledRow } from '@/db/storage/pull-page';
import type { Replica } from '@/db/storage/replica';
import { historyOf, type ReplicaState } from '@/db/storage/stored';
import { foldName } from '@/lib/text';
import type { EngineMessage } from '../messages';
import { HeldIndex, type Pace, type Snapshot } from './held-index';
import type { InitialRows } from './initial-rows';
import { NamesUpdater } from './names-updater';
import { firstOfUse, type Interests } from './order-of-use';
import { remadeIndex } from './stored-index';

export abstract class ShownRecord {
  protected readonly held: HeldIndex;
  /** The checkpoint up to which the index holds the replica's rows. */
  protected indexedUpTo: Checkpoint | null = null;
  protected state: ReplicaState | null = null;
  protected readonly names: NamesUpdater;
  /** The stored record is outdated. */
  protected dirty = false;
  protected version = 0;
  protected initialRows: InitialRows | null = null;
  /** Set while the search index holds listings of the search file: their rows are still to come. */
  protected preview: Previewed | null = null;

  constructor(
    protected readonly replica: Replica,
    protected readonly post: (message: EngineMessage) => void,
    protected readonly pace: Pace,
  ) {
    this.names = new NamesUpdater(replica, post, () => this.touch());
    this.held = new HeldIndex(() => remadeIndex(replica.teachers), pace);
  }

  /** All listings can be searched. */
  get usable(): boolean {
    return this.preview?.city === null || this.hasRows;
  }

  /** All rows have arrived. */
  protected get hasRows(): boolean {
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

  /** The ids of the listings that come first; none of a record with fewer than `least`. */
  firstOfUse(interests: Interests, most: number, least: number): string[] {
    const { now } = this.held;
    return !now || now.size < least ? [] : firstOfUse(now, interests, most);
  }

  /** The state of the replica that the search index shows. */
  protected get described(): ReplicaState | null {
    return this.initialRows?.complete ? this.initialRows.state : this.state;
  }

  /** Sends the page the search index as a record, and stores it. */
  protected async keep(): Promise<void> {
    const version = this.version;
    const snapshot = await this.snapshot();
    if (!snapshot) return;
    this.postRecord(snapshot);
    await writeRecord(snapshot.record);
    this.dirty = version !== this.version;
  }

  protected snapshot(): Promise<Snapshot | null> {
    return this.held.snapshot(() => this.head());
  }

  /** Frees the memory of the index once all that it holds is stored. */
  protected release(): void {
    if (this.state?.complete && !this.preview && !this.initialRows) this.held.release();
  }

  protected namesNow(): Pick<SearchRecord, 'cities' | 'danceStyles' | 'builtAt'> {
    return {
      cities: [...this.names.cities.values()],
      danceStyles: [...this.names.danceStyles.values()],
      builtAt: Date.now(),
    };
  }

  /** Where the listings of the search index come from, and up to which checkpoint; null while they come from nowhere. */
  private head(): RecordHead | null {
    const { preview, described } = this;
    if (preview)
      return { epoch: historyOfPreview(preview), checkpoint: preview.checkpoint, ...this.namesNow() };
    if (!described) return null;
    return {
      epoch: historyOf(described),
      // Not the replica's checkpoint: some of its rows may not be in the search index yet.
      checkpoint: this.initialRows?.complete ? described.checkpoint : this.indexedUpTo,
      ...this.namesNow(),
    };
  }

  /** The page drops its earlier rows for the record, so changes since then are sent again. */
  protected postRecord({ record, later }: Snapshot): void {
    this.post({ type: 'record', record, complete: this.usable, cities: onlyCitiesOf(record) ?? [] });
    for (const { entries, removed } of later) this.post({ type: 'changes', entries, removed });
  }

  /** Marks the stored record as outdated. */
  protected touch(): void {
    this.version += 1;
    this.dirty = true;
  }

  protected applyPulled(pulled: readonly PulledRow<TeacherRow>[]): void {
    this.apply(liveOf(pulled), removedOf(pulled));
  }

  protected apply(rows: TeacherRow[], removed: string[]): void {
    if (rows.length + removed.length === 0) return;
    const entries = rows.map(toEntry);
    const news = this.preview ? entries.filter((entry) => this.isNews(entry)) : entries;
    this.held.apply({ entries, removed });
    this.touch();
    if ((this.usable || this.preview) && news.length + removed.length > 0)
      this.post({ type: 'changes', entries: news, removed });
  }

  /** Whether a state of the replica says that something is new here. */
  protected isNewState(state: ReplicaState): boolean {
    return !sameCheckpoint(state.checkpoint, this.indexedUpTo) || state.complete !== this.state?.complete;
  }

  /** Thousands of rows follow a preview that say nothing else than it: the page gets their biographies with the record. */
  private isNews(entry: ListingEntry): boolean {
    const known = this.held.now?.byId(entry.id);
    return !known || differs(known, entry);
  }
}

export const liveOf = (pulled: readonly PulledRow<TeacherRow>[]) =>
  pulled.flatMap((one) => (one.deleted ? [] : [one.row]));
export const removedOf = (pulled: readonly PulledRow<TeacherRow>[]) =>
  pulled.flatMap((one) => (one.deleted ? [one.id] : []));
