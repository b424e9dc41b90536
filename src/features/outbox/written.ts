/** Extracts the texts that a user wrote in an unsent write, so that they can be copied. */

import type { Catalog } from '@/db/memory/catalog';
import { fieldsOf, isText } from '@/lib/stored';
import type { RawCommand } from '@/outbox/command';
import { known } from '@/outbox/commands/kinds';
import { OUTBOX } from './texts';

/** Names of fields without texts of the user: ids, times, choices among fixed values. */
const NO_WORDS = /(^|_)(id|ids|at|kind|what|answer|rating|url)$|(Id|Ids|At|Url)$/;

export interface Written {
  /** Label of the kind. */
  label: string;
  /** Whom or what it is about, by names. */
  about: string | null;
  summary: string | null;
  /** The user's own texts, one entry for each field. */
  words: string[];
}

export function writtenIn(command: RawCommand, names: Names): Written {
  const found = known(command);
  const summary = found ? found.kind.summary(found.command.payload) : null;
  const words = wordsIn(command.payload).filter((text) => text !== summary);
  const about = aboutOf(command.payload, names);
  return { label: found?.kind.label ?? OUTBOX.unknown, about, summary, words };
}

/** Text for the clipboard. */
export function asText(commands: readonly RawCommand[], names: Names): string {
  return commands
    .map((command) => {
      const { label, about, summary, words } = writtenIn(command, names);
      return [label, ...(about ? [about] : []), ...(summary ? [summary] : []), ...words].join('\n');
    })
    .join('\n\n');
}

function wordsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return value.trim() === '' || NO_WORDS.test(name) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => wordsIn(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) => wordsIn(one, key));
}

/** Names of the teacher, the style and the city that an unsent write is about: three favourites look alike without them. */
export type Names = Pick<Catalog, 'index' | 'cities' | 'danceStyles'>;

/** 'Marina Couto', 'Tango · Garopaba · Centro'; null where the phone knows no name. */
export function aboutOf(payload: unknown, { index, cities, danceStyles }: Names): string | null {
  // A write that creates a row has it in a field of its own.
  const fields = Object.assign({}, ...Object.values(fieldsOf(payload)).map(fieldsOf), fieldsOf(payload));
  const named = (names: readonly string[], nameOf: (id: string) => string | undefined) =>
    names.flatMap((name) => (isText(fields[name]) ? (nameOf(fields[name]) ?? []) : []));
  const words = [
    ...named(['teacherId', 'teacher_id'], (id) => index.byId(id)?.face[0]),
    ...named(['style_id', 'dance_style_id'], (id) => danceStyles.get(id)?.[1]),
    ...named(['city_id'], (id) => cities.get(id)?.[1]),
    ...named(['neighborhood'], (text) => text || undefined),
  ];
  return words.length === 0 ? null : words.join(' · ');
}
