/** Reads stored commands for screens: the boundary where a payload gets the type of its kind. */
import type { RawCommand } from './command';
import { known } from './commands/kinds';
import { SHAPES } from './shapes';
import type { StoredCommand, UnknownCommand } from './stored-command';

/** Whether a payload fits its kind, by command: the result never changes under the same id and version. */
const fitting = new Map<string, boolean>();

/**
 * The command with its payload upgraded to this release. A command whose payload is of another release, or does not fit
 * its kind's schema, is shown to screens as of an unknown kind; the queue keeps it unchanged.
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

/** The command under a name that no kind has, so that no screen reads its payload. */
function unread(raw: RawCommand): UnknownCommand {
  return { ...raw, kind: 'unknown' };
}
