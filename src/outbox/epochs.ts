/**
 * In which epoch of the server the rows on this phone were counted. After a restore from a backup the versions that
 * commands were acknowledged with mean nothing beside those of the rows: such a command stays overlaid until the server
 * was asked about it (restored.ts).
 */
import type { Ack, RawCommand } from './command';

/** By table, as entities name it; null while its rows are of two epochs. A table that is not told is not compared. */
export type Epochs = Readonly<Record<string, string | null>>;

/** Of commands that the server knows, by id: what a repetition would be answered. */
export type KnownAnswers = ReadonlyMap<string, Record<string, unknown>>;

/** The epoch that an acknowledged version was counted in; null where the answer does not say. */
export function epochOf({ answer }: Ack): string | null {
  return typeof answer.epoch === 'string' ? answer.epoch : null;
}

/** Later than every version of a row. */
const NEVER = Number.POSITIVE_INFINITY;

/** The commands with versions that compare with the rows on this phone: those of another epoch are never reached. */
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
