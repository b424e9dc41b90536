/** Finds the commands that wait for the outcome of a rejected one. Pure, computed again after every change. */

import { type Command, type Entity, entityKey } from './command';
import { parentsOf, precedingOf } from './commands/kinds';

const keyFor = (userId: string | null, entity: Entity) => `${userId ?? 'visitor'} ${entityKey(entity)}`;

/** Key that later commands wait on. Scoped to the person, so that a signed-out person's queue never blocks the one here. */
export function ownKey({ userId, entity }: Command): string {
  return keyFor(userId, entity);
}

/** Cached, because a long queue is searched often and commands are immutable: a changed one is another object. */
const held = new WeakMap<Command, { keys: string[]; preceding: string[] }>();

function holdOf(command: Command): { keys: string[]; preceding: string[] } {
  const found = held.get(command);
  if (found) return found;
  const { userId, entity } = command;
  const fresh = {
    keys: [entity, ...parentsOf(command)].flatMap((one) => [keyFor(userId, one), keyFor(null, one)]),
    preceding: precedingOf(command).map((one) => keyFor(userId, one)),
  };
  held.set(command, fresh);
  return fresh;
}

/** Keys that a command waits on: writes on its row and its parents, by the same person or by visitors. */
export function keysOf(command: Command): readonly string[] {
  return holdOf(command).keys;
}

/** Keys of commands that are sent first, even if they fail. */
export function precedingKeysOf(command: Command): readonly string[] {
  return holdOf(command).preceding;
}

/** Ids of the commands that depend on an earlier rejected one; takes all of them in order of queueing. */
export function parkedAmong(commands: readonly Command[]): Set<string> {
  const refused = new Set<string>();
  const parked = new Set<string>();
  for (const command of commands) {
    if (command.status === 'delivered') continue;
    const depends = keysOf(command).some((key) => refused.has(key));
    if (depends && command.status !== 'rejected') parked.add(command.id);
    if (depends || command.status === 'rejected') refused.add(ownKey(command));
  }
  return parked;
}

/** Commands that come after `root` and depend on it, directly or through others. */
export function dependentsOf<C extends Command>(root: C, commands: readonly C[]): C[] {
  const keys = new Set([ownKey(root)]);
  const found: C[] = [];
  for (const command of commands.slice(commands.findIndex(({ id }) => id === root.id) + 1)) {
    if (command.status === 'delivered' || !keysOf(command).some((key) => keys.has(key))) continue;
    keys.add(ownKey(command));
    found.push(command);
  }
  return found;
}
