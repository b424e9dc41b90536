/** Reads what is stored for screens: the boundary where a payload becomes that of its kind. */
import type { RawCommand, StoredCommand, UnknownCommand } from './command';
import { known } from './commands/kinds';
import { SHAPES } from './shapes';

/** Whether a payload fits its kind, by command: neither ever changes under the same id and version. */
const fitting = new Map<string, boolean>();

/**
 * The command with its payload as this release writes it. Of one whose payload another release wrote, or that does not
 * fit its kind's schema, screens are told that its kind is unknown; it stays in the queue as it is.
 */
export function readCommand(raw: RawCommand): StoredCommand {
  const found = known(raw);
  if (!found) return unread(raw);
  const { kind, command } = found;
  const key = `${raw.id}/${raw.kind}/${raw.version}`;
  let fits = fitting.get(key);
  if (fits === undefined) {
    fits = kind.schema(SHAPES).safeParse(command.payload).success;
    fitting.set(key, fits);
  }
  return fits
    ? ({ ...raw, payload: command.payload, version: command.version } as StoredCommand)
    : unread(raw);
}

/** Under a name that no kind has, so that no screen takes its payload for one that it knows. */
function unread(raw: RawCommand): UnknownCommand {
  return { ...raw, kind: 'unknown' };
}
