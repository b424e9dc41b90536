/** Holds the replica's cities and dance styles in memory, and sends them to the page whenever they change. */
import type { Names } from '@/db/memory/catalog';
import type { NamedRow } from '@/db/rows/public-rows';
import type { RecordSummary } from '@/db/search/keep-record';
import type { NamedEntry } from '@/db/search/search-record';
import type { Replica, ReplicaChange } from '@/db/storage/replica';
import type { EngineMessage } from '../messages';

interface Known {
  items: Map<string, NamedEntry>;
  complete: boolean;
}

export class NamesUpdater {
  private readonly known = {
    cities: { items: new Map(), complete: false } as Known,
    danceStyles: { items: new Map(), complete: false } as Known,
  };

  constructor(
    private readonly replica: Replica,
    private readonly post: (message: EngineMessage) => void,
    private readonly onChange: () => void,
  ) {}

  get cities(): ReadonlyMap<string, NamedEntry> {
    return this.known.cities.items;
  }

  get danceStyles(): ReadonlyMap<string, NamedEntry> {
    return this.known.danceStyles.items;
  }

  /** Whether a record was stored with these names. */
  areThoseOf(record: RecordSummary): boolean {
    return sameNames(record.cities, this.cities) && sameNames(record.danceStyles, this.danceStyles);
  }

  /** Listens to the replica; returns a function that stops. */
  listen(): () => void {
    const stops = [
      this.replica.cities.onChange((change) => this.changed(this.known.cities, change)),
      this.replica.dance_styles.onChange((change) => this.changed(this.known.danceStyles, change)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  async load(): Promise<void> {
    for (const [known, collection] of [
      [this.known.cities, this.replica.cities],
      [this.known.danceStyles, this.replica.dance_styles],
    ] as const) {
      const [rows, state] = await Promise.all([collection.rows(), collection.state()]);
      known.items = new Map(rows.map((row) => [row.id, named(row)]));
      known.complete = state?.usable === true;
    }
    this.tell();
  }

  private changed(known: Known, { rows, removed, state }: ReplicaChange<NamedRow>): void {
    for (const row of rows) known.items.set(row.id, named(row));
    for (const id of removed) known.items.delete(id);
    const isNews = rows.length + removed.length > 0;
    if (isNews) this.onChange();
    const wasComplete = known.complete;
    if (state) known.complete = state.usable;
    if (isNews || known.complete !== wasComplete) this.tell();
  }

  private tell(): void {
    const all = ({ items, complete }: Known): Names => ({ items: [...items.values()], complete });
    this.post({ type: 'names', cities: all(this.known.cities), danceStyles: all(this.known.danceStyles) });
  }
}

function named({ id, name, active, is_closed }: NamedRow): NamedEntry {
  return [id, name, active || (is_closed ? false : null)];
}

function sameNames(stored: readonly NamedEntry[], known: ReadonlyMap<string, NamedEntry>): boolean {
  return stored.length === known.size && stored.every((item) => item.join() === known.get(item[0])?.join());
}
