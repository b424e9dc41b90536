/**
 * Rows received by the initial sync, not persisted yet. They are searched and answered from memory: storing takes longer
 * than everything before it.
 */

import type { PulledRow } from '@/db/pull-page';
import type { TeacherRow } from '@/db/rows';
import type { ReplicaState } from '@/db/stored';

export class InitialRows {
  private readonly waiting = new Map<string, TeacherRow | null>();
  /** As it will be once all that has come is stored. */
  state: ReplicaState;

  constructor(state: ReplicaState) {
    this.state = state;
  }

  /** All of them are here. */
  get complete(): boolean {
    return this.state.complete;
  }

  /** Rows and removals that are not stored yet. */
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

  /** Takes out what the replica has stored now; answers whether it was expected. */
  takeOut(id: string): boolean {
    return this.waiting.delete(id);
  }

  row(id: string): TeacherRow | null {
    return this.waiting.get(id) ?? null;
  }

  /** What is still to be stored. */
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
