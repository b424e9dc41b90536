import { expect, it } from 'vitest';
import { SearchIndex } from '@/db/search/search-index';
import { KINDS } from '@/outbox/commands/kinds';
import { SHAPES } from '@/outbox/shapes';
import { writtenIn } from './written';

const NAMES = { index: new SearchIndex(), cities: new Map(), danceStyles: new Map() };

/** The parts of zod's definition that say what a value looks like. */
interface Definition {
  type: string;
  shape?: Record<string, Part>;
  element?: Part;
  innerType?: Part;
  entries?: Record<string, string>;
}
interface Part {
  _zod: { def: Definition };
}

/** A value that fits the part; each text is the name of its field. */
function sampleOf({ _zod: { def } }: Part, name = ''): unknown {
  if (def.shape)
    return Object.fromEntries(Object.entries(def.shape).map(([key, part]) => [key, sampleOf(part, key)]));
  if (def.element) return [sampleOf(def.element, name)];
  if (def.innerType) return sampleOf(def.innerType, name);
  if (def.entries) return Object.values(def.entries)[0];
  return { string: name, number: 1, boolean: true }[def.type];
}

/** The texts that are listed beside the summary, by kind; none for the other kinds. */
const WORDS: Partial<Record<keyof typeof KINDS, readonly string[]>> = {
  'lesson_request.create': ['preferred_days', 'preferred_times'],
  'lesson_request.answer': ['reason'],
  'lesson.propose': ['place'],
  'lesson.move': ['place'],
  'payment_key.set': ['pixName'],
  'event.propose': ['venue', 'price', 'description', 'organiser'],
  'evaluation.save': ['comment'],
};

/** Its payload holds columns, which no schema names. */
const NAMES_OF_COLUMNS = 'profile.update';

const names = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((name) => name !== NAMES_OF_COLUMNS);

it.each(names)('%s lists what its author wrote, and no words of programs', (kind) => {
  const { schema, version } = KINDS[kind];
  const payload = sampleOf(schema(SHAPES) as unknown as Part);
  const command = { kind, version, payload } as Parameters<typeof writtenIn>[0];
  expect(writtenIn(command, NAMES).words).toEqual(WORDS[kind] ?? []);
});
