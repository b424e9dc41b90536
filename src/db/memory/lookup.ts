/** Screens' requests to the replica, which may run in a worker and starts after the first paint. */
import type { ContentKind, ContentRow, TeacherRow } from '@/db/rows/public-rows';

export interface TeacherAnswer {
  row: TeacherRow | null;
  /** The replica is complete, so an absent row does not exist. */
  complete: boolean;
}

export interface ContentAnswer {
  /** Rows in their order. */
  rows: ContentRow[];
  /** All rows of the server have been here, so an absent row does not exist. */
  usable: boolean;
}

export interface ReplicaLookup {
  /** The teacher with a slug or id; null when the replica cannot be read. */
  teacher(key: string): Promise<TeacherAnswer | null>;
  /** The rows of a kind, or the row with a slug or id; null when the replica cannot be read. */
  content(kind: ContentKind, key: string | null): Promise<ContentAnswer | null>;
  /** Deletes the replica of styles and the search record, then fills both again. */
  clearStyles(): Promise<void>;
}

let arrive: (lookup: ReplicaLookup) => void = () => undefined;
const arrived = new Promise<ReplicaLookup>((resolve) => {
  arrive = resolve;
});
let current: ReplicaLookup | null = null;

export function provideLookup(lookup: ReplicaLookup): void {
  current = lookup;
  arrive(lookup);
}

/** Waits for the replica to start. */
export async function lookUpTeacher(key: string): Promise<TeacherAnswer | null> {
  return (current ?? (await arrived)).teacher(key);
}

/** Waits for the replica to start. */
export async function lookUpContent(kind: ContentKind, key: string | null): Promise<ContentAnswer | null> {
  return (current ?? (await arrived)).content(kind, key);
}

export function presentLookup(): ReplicaLookup | null {
  return current;
}
