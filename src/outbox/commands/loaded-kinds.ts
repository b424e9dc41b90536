/**
 * The table of kinds, for what is drawn before there is any command: it does not load the table, which is large. Nothing
 * is known until the outbox has loaded it, which reads no command without it.
 */
import type { Command } from '../command';
import type { Kind } from '../kind';

interface Kinds {
  kindNamed(name: string): Kind<unknown> | null;
  known(command: Command): { kind: Kind<unknown>; command: Command } | null;
}

let kinds: Kinds | null = null;

export function setKinds(loaded: Kinds): void {
  kinds = loaded;
}

export const kindNamed: Kinds['kindNamed'] = (name) => kinds?.kindNamed(name) ?? null;

export const known: Kinds['known'] = (command) => kinds?.known(command) ?? null;
