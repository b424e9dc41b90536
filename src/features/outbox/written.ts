/** Extracts the texts that a user wrote in an unsent write, so that they can be copied. */

import type { Catalog } from '@/db/memory/catalog';
import { fieldsOf, isText } from '@/lib/stored';
import type { RawCommand } from '@/outbox/command';
import { known } from '@/outbox/commands/kinds';
import type { Kind } from '@/outbox/kind';
import { SHAPES } from '@/outbox/shapes';
import { OUTBOX } from './texts';

/** Names of fields without texts of the user: ids, times, names that only programs read. */
const NO_WORDS =
  /^(kind|starts_local|zone|day|step|side|weekly_until|guardian_terms|seen|subject|dropped|after|muted|word|code|secret)$|(^|_)(id|ids|at|url)$|(Id|Ids|At|Url)$/;

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
  const choices = found ? choicesOf(found.kind) : new Set();
  const about = aboutOf(command.payload, names);
  const isSaid = (text: string) => summary?.includes(text) || about?.includes(text);
  const words = wordsIn(command.payload).filter((text) => !isSaid(text) && !choices.has(text));
  return { label: found?.kind.label ?? OUTBOX.unknown, about, summary, words };
}

/** The values that a kind's fields choose from: words of programs. */
function choicesOf({ schema }: Kind<unknown>): ReadonlySet<string> {
  const choices = new Set<string>();
  schema({
    ...SHAPES,
    oneOf: ((values: readonly string[]) => {
      for (const value of values) choices.add(value);
      return SHAPES.oneOf(values);
    }) as typeof SHAPES.oneOf,
  });
  return choices;
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
    // The address of a step, such as 'bolero-abertura': its name is in content that may not be here.
    ...named(['step'], (slug) => slug.replaceAll('-', ' ')),
  ];
  return words.length === 0 ? null : words.join(' · ');
}
