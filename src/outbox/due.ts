/** Whose turn it is: in order for a row, rows side by side. Pure. */
import { isDue } from './backoff';
import { isWaiting, type StoredCommand } from './command';
import { known } from './commands/kinds';
import { keysOf, ownKey, precedingKeysOf } from './parking';

export interface Turn {
  now: number;
  /** Somebody asked, or the connection came back: waiting times do not count. */
  eager: boolean;
  /** Not again in this round. */
  tried: ReadonlySet<string>;
}

/** Of commands in order of queueing, those that may be sent now, side by side. */
export function dueAmong(commands: readonly StoredCommand[], { now, eager, tried }: Turn): StoredCommand[] {
  const before = new Set<string>();
  const underWay = new Set<string>();
  const due: StoredCommand[] = [];
  for (const command of commands) {
    if (command.status === 'delivered') continue;
    const free =
      !keysOf(command).some((key) => before.has(key)) &&
      !precedingKeysOf(command).some((key) => underWay.has(key));
    const ripe = isWaiting(command) && (eager || isDue(command.dueAt, now));
    if (free && ripe && !tried.has(command.id) && known(command)) due.push(command);
    before.add(ownKey(command));
    if (command.status !== 'rejected' && command.status !== 'parked') underWay.add(ownKey(command));
  }
  return due;
}

/** When the next one is due; null when nothing waits. */
export function nextDueAt(commands: readonly StoredCommand[], now: number): number | null {
  const times = commands
    .filter((command) => isWaiting(command) && known(command))
    .map(({ dueAt }) => (isDue(dueAt, now) ? now : dueAt));
  return times.length === 0 ? null : Math.min(...times);
}
