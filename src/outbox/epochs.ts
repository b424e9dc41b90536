/**
 * The epoch of the server in which the versions of rows were counted. After a restore from a backup, the acknowledged
 * version of a command cannot be compared with the versions of rows: the command stays overlaid until the server was
 * asked about it (restored.ts).
 */
import type { Ack, RawCommand } from './command';
import { kindNamed } from './commands/kinds';

/**
 * Epoch by table, as entities name it; null while its rows are of two epochs. Tables that are missing here are not
 * compared.
 */
export type Epochs = Readonly<Record<string, string | null>>;

/** Responses that a repetition would get, by the id of each command that the server knows. */
export type KnownAnswers = ReadonlyMap<string, Record<string, unknown>>;

/** The epoch of an acknowledged version; null where the response does not tell. */
export function epochOf({ answer }: Ack): string | null {
  return typeof answer.epoch === 'string' ? answer.epoch : null;
}

/** Whether a server that was restored can be asked about the acknowledged command. */
export function mayBeLost({ kind, ack }: RawCommand): boolean {
  return ack !== null && epochOf(ack) !== null && !kindNamed(kind)?.send;
}

/** A version later than any row's. */
const NEVER = Number.POSITIVE_INFINITY;

/** The commands with versions that compare with the rows on this phone: a version of another epoch is never reached. */
export function comparable<C extends RawCommand>(commands: readonly C[], epochs: Epochs): C[] {
  return commands.map((command) => {
    const { ack, entity } = command;
    const told = epochs[entity.table];
    if (!ack || told === undefined || epochOf(ack) === null || ack.version === null) return command;
    const { version } = ack.answer;
    const counted = epochOf(ack) === told && typeof version === 'number' ? version : NEVER;
    return counted === ack.version ? command : { ...command, ack: { ...ack, version: counted } };
  });
}
