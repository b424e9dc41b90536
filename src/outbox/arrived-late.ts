/** Refused writes that the server has all the same. Apart from the overlay, which pages without an outbox carry too. */
import type { StoredCommand } from './command';
import { kindNamed } from './commands/kinds';

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
