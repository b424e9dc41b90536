/** Commands with the types of their payloads. Above `commands/`, whose kinds only know the plain command. */
import type { RawCommand } from './command';
import type { KindName, PayloadOf } from './commands/kinds';

/** A command of a kind that this release knows, with a payload that fits the kind's schema. */
export interface CommandOf<K extends KindName> extends RawCommand {
  kind: K;
  payload: PayloadOf<K>;
}

/** A command that this release cannot read: its kind or its payload belongs to another release. */
export interface UnknownCommand extends RawCommand {
  kind: 'unknown';
}

/** A command as screens see it (read-command.ts): its kind determines the type of its payload. */
export type StoredCommand = { [K in KindName]: CommandOf<K> }[KindName] | UnknownCommand;

/** A filter for commands of one kind, which narrows the type of their payload. */
export function isOf<K extends KindName>(kind: K) {
  return (command: StoredCommand): command is Extract<StoredCommand, { kind: K }> => command.kind === kind;
}
