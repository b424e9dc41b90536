/**
 * Rows that came with hints. They are shown and stored without a request, but the checkpoint stays: the next pull brings
 * them again, and all that was lost. They are stored between two pulls, because both write the same rows.
 */
import type { CollectionName, RowTypes } from '@/db/collections';
import { type PulledRow, readRowsOfHint } from '@/db/pull-page';
import type { CollectionsOf, Replica, ReplicaCollection } from '@/db/replica';

/** Hints that may wait for a pull to end; later ones are followed by a pull. */
const MOST_WAITING = 20;

interface Hinted {
  epoch: string;
  rows: PulledRow<RowTypes[CollectionName]>[];
  pullInstead: () => void;
}

export class HintedRows {
  private readonly waiting = new Map<CollectionName, Hinted[]>();

  constructor(private readonly replica: Replica) {}

  get areWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Returns whether the content of a hint can be stored. `pullInstead` is called when it cannot after all. */
  take(name: CollectionName, content: unknown, pullInstead: () => void): boolean {
    const waiting = this.waiting.get(name) ?? [];
    const read = readRowsOfHint(name, content);
    if (!read || waiting.length >= MOST_WAITING) return false;
    this.waiting.set(name, [...waiting, { ...read, pullInstead }]);
    return true;
  }

  /** Stores what waits for a collection. Resolves to whether there was anything. Throws errors of the storage. */
  async store(name: CollectionName): Promise<boolean> {
    const waiting = this.waiting.get(name);
    if (!waiting) return false;
    this.waiting.delete(name);
    const collections: CollectionsOf<CollectionName> = this.replica;
    const collection = collections[name] as ReplicaCollection<RowTypes[CollectionName]>;
    let isStored = false;
    for (const { epoch, rows, pullInstead } of waiting) {
      if (await collection.writeRows(rows, epoch)) isStored = true;
      else pullInstead();
    }
    return isStored;
  }
}
