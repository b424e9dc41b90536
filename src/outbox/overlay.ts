/** Applies unsent writes to rows while the replica does not hold them yet. Pure. */
import type { RawCommand } from './command';

/** Whether the command still has to be shown over a replica that holds the row in this version. */
export function isOverlaid({ status, ack }: RawCommand, replica: number): boolean {
  if (status === 'rejected' || status === 'parked') return false;
  if (status !== 'delivered') return true;
  return ack !== null && !ack.settled && ack.version !== null && replica < ack.version;
}

/** The row with the writes applied in order of queueing, over the replica's row in version `replica`. */
export function overlaid<R, C extends RawCommand>(
  row: R,
  replica: number,
  commands: readonly C[],
  merge: (row: R, command: C) => R,
): R {
  return commands.filter((command) => isOverlaid(command, replica)).reduce(merge, row);
}
