/** What the screen shows of writes that the replica does not hold yet. Pure. */
import type { StoredCommand } from './command';
import { kindNamed } from './commands/kinds';

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

/**
 * Ids of the refused ones that have arrived all the same: the server did not know of them yet when it was asked, and now
 * the replica holds the row that they make.
 */
export function arrivedLate(
  commands: readonly StoredCommand[],
  isHeld: (rowId: string) => boolean,
): string[] {
  return commands
    .filter(
      ({ status, attempts, kind, entity }) =>
        status === 'rejected' && attempts > 1 && kindNamed(kind)?.creates === true && isHeld(entity.id),
    )
    .map(({ id }) => id);
}
