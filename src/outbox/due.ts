/** Picks the commands that may be sent now: writes on the same row in order, different rows in parallel. Pure. */
import { isDue } from './backoff';
import { isWaiting, type RawCommand } from './command';
import { known } from './commands/kinds';
import { keysOf, ownKey, precedingKeysOf } from './parking';

export interface Turn {
  now: number;
  /** A person pressed send on this command: its back-off is skipped. */
  isHurried?(command: RawCommand): boolean;
}

/** The commands that wait for nothing except their due time; takes all of them in order of queueing. */
export function* unheld(commands: Iterable<RawCommand>): Generator<RawCommand> {
  const before = new Set<string>();
  const underWay = new Set<string>();
  for (const command of commands) {
    if (command.status === 'delivered') continue;
    const free =
      !keysOf(command).some((key) => before.has(key)) &&
      !precedingKeysOf(command).some((key) => underWay.has(key));
    if (free && isWaiting(command) && known(command)) yield command;
    before.add(ownKey(command));
    if (command.status !== 'rejected' && command.status !== 'parked') underWay.add(ownKey(command));
  }
}

/** The commands that are unheld and due: they may be sent now, in parallel. */
export function* dueAmong(commands: Iterable<RawCommand>, turn: Turn): Generator<RawCommand> {
  for (const command of unheld(commands)) {
    if (isDue(command.dueAt, turn.now) || turn.isHurried?.(command)) yield command;
  }
}
