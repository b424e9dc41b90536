/** The page's and the worker's view of the same database. */
import Dexie, { type Table } from 'dexie';
import type { Checkpoint } from '@/db/rows/checkpoint';
import type { TeacherRow } from '@/db/rows/public-rows';

export interface Progress {
  key: 'teachers';
  checkpoint: Checkpoint | null;
  done: boolean;
}

export class Store extends Dexie {
  declare teachers: Table<TeacherRow, string>;
  declare progress: Table<Progress, string>;

  constructor() {
    super('rival-dexie');
    // Index for the list by rank; IndexedDB has no index for a part of a name.
    this.version(1).stores({ teachers: 'id, rank', progress: 'key' });
  }
}
