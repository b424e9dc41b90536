/** Questions of screens to the replica, which may live in a worker and comes up after the first paint. */
import type { TeacherRow } from './rows';

export interface TeacherAnswer {
  row: TeacherRow | null;
  /** The replica is whole, so that a missing row is missing. */
  complete: boolean;
}

export interface ReplicaLookup {
  /** By slug or id; null when the replica cannot be read. */
  teacher(key: string): Promise<TeacherAnswer | null>;
  /** Drops the replica of styles and the search record, then fills both again. */
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

/** Waits for the replica to come up. */
export async function lookUpTeacher(key: string): Promise<TeacherAnswer | null> {
  return (current ?? (await arrived)).teacher(key);
}

export function presentLookup(): ReplicaLookup | null {
  return current;
}
