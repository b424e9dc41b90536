/** A person's own words in a write, as text that can be copied out. */
import type { RawCommand } from '@/outbox/command';
import { known } from '@/outbox/commands/kinds';
import { OUTBOX } from './texts';

/** Names of fields that hold no words of a person: ids, times, choices among the app's own. */
const NO_WORDS = /(^|_)(id|ids|at|kind|what|answer|rating|url)$|(Id|Ids|At|Url)$/;

export interface Written {
  /** The name of the kind. */
  label: string;
  summary: string | null;
  /** The person's own words, one entry a field. */
  words: string[];
}

export function writtenIn(command: RawCommand): Written {
  const found = known(command);
  const summary = found ? found.kind.summary(found.command.payload) : null;
  const words = wordsIn(command.payload).filter((text) => text !== summary);
  return { label: found?.kind.label ?? OUTBOX.unknown, summary, words };
}

/** For the clipboard. */
export function asText(commands: readonly RawCommand[]): string {
  return commands
    .map((command) => {
      const { label, summary, words } = writtenIn(command);
      return [label, ...(summary ? [summary] : []), ...words].join('\n');
    })
    .join('\n\n');
}

function wordsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return value.trim() === '' || NO_WORDS.test(name) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => wordsIn(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) => wordsIn(one, key));
}
