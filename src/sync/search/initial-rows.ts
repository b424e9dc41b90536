/**
 * Rows received by the initial sync, not persisted yet. They are searched and read from memory, because storing takes
 * longer than all steps before it.
 */

import type { TeacherRow } from '@/db/rows/public-rows';
import type { PulledRow } from '@/db/storage/pull-page';
import type { ReplicaState } from '@/db/storage/stored';

export class InitialRows {
  private readonly waiting = new Map<string, TeacherRow | null>();
  /** The replica's state once all received rows are stored. */
  state: ReplicaState;

  constructor(state: ReplicaState) {
    this.state = state;
  }

  /** Whether all rows have been received. */
  get complete(): boolean {
    return this.state.complete;
  }

  /** The number of rows and removals that are not stored yet. */
  get size(): number {
    return this.waiting.size;
  }

  add(pulled: readonly PulledRow<TeacherRow>[], state: ReplicaState): void {
    for (const one of pulled) {
      if (one.deleted) this.waiting.set(one.id, null);
      else this.waiting.set(one.row.id, one.row);
    }
    this.state = state;
  }

  /** Removes a row that the replica has stored now; returns whether it was expected. */
  takeOut(id: string): boolean {
    return this.waiting.delete(id);
  }

  row(id: string): TeacherRow | null {
    return this.waiting.get(id) ?? null;
  }

  /** The rows and removals that are still to be stored. */
  pending(): { rows: TeacherRow[]; removed: string[] } {
    const rows: TeacherRow[] = [];
    const removed: string[] = [];
    for (const [id, row] of this.waiting) {
      if (row) rows.push(row);
      else removed.push(id);
    }
    return { rows, removed };
  }
}
