/** What the screen shows of writes that the replica does not hold yet. Pure. */
import type { StoredCommand } from './command';

/** Whether the screen is still ahead of a replica that holds the row in this version. */
export function isOverlaid({ status, ack }: StoredCommand, replica: number): boolean {
  if (status === 'rejected' || status === 'parked') return false;
  if (status !== 'delivered') return true;
  return ack !== null && !ack.settled && ack.version !== null && replica < ack.version;
}

/** The row with the writes on it, in order of queueing, merged over what the replica holds in version `replica`. */
export function overlaid<R>(
  row: R,
  replica: number,
  commands: readonly StoredCommand[],
  merge: (row: R, command: StoredCommand) => R,
): R {
  return commands.filter((command) => isOverlaid(command, replica)).reduce(merge, row);
}

/** Ids of the delivered ones that the replica has caught up with: to be settled. */
export function caughtUp(commands: readonly StoredCommand[], replica: number): string[] {
  return commands
    .filter(({ ack }) => ack && !ack.settled && ack.version !== null && replica >= ack.version)
    .map(({ id }) => id);
}
