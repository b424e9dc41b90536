/** A position in a replicated table: rows are numbered by the transaction that wrote them last. */
export interface Checkpoint {
  /** The writing transaction's 64-bit id; exact in a double for longer than any database lives. */
  xid: number;
  id: string;
}

/** Before every row of a collection; unlike a first pull, this also brings tombstones. */
export const START: Checkpoint = { xid: 0, id: '00000000-0000-0000-0000-000000000000' };

export function isAfter(a: Checkpoint, b: Checkpoint): boolean {
  return a.xid > b.xid || (a.xid === b.xid && a.id > b.id);
}

export function sameCheckpoint(a: Checkpoint | null, b: Checkpoint | null): boolean {
  return a?.xid === b?.xid && a?.id === b?.id;
}
