/**
 * Reads the search file (supabase/functions/search-file): what search and cards need of all teachers, long before all of
 * their rows have come. The file only speeds up a first sync: without one, or with one that is damaged, half-written or
 * of another version, the pull alone brings everything.
 */
import { type Newest, readNewest, readSection, type Section } from '@search-file/format.ts';
import { isTeacher } from '@/db/rows/public-rows';
import type { ListingEntry } from '@/db/search/entry';
import { toEntry } from '@/db/search/to-entry';
import { anySignal } from '@/lib/abort';
import { REQUEST_TIMEOUT } from '@/lib/rest';
import { fold } from '@/lib/text';
import { AT_ONCE, askForNewest, sectionUrl } from './newest-file';

type OnFirst = (city: string, entries: ListingEntry[]) => void;

export interface OpenedFile {
  newest: Newest;
  /**
   * Reads the sections, those with the city `first` before the others; `onFirst` gets all of its listings as soon as they
   * are here. Rejects when a section cannot be read.
   */
  read(first: string | null, onFirst: OnFirst): Promise<ListingEntry[]>;
  /** Reads the listings of one city. */
  readCity(city: string): Promise<ListingEntry[]>;
}

/**
 * Null where there is no file, or this browser cannot read one. Rejects for a damaged one, and without a network.
 * `early`: the answer that the page got a moment ago; resolves to null where the page got none.
 */
export async function openSearchFile(
  signal: AbortSignal,
  early: Promise<unknown> = Promise.resolve(null),
): Promise<OpenedFile | null> {
  if (typeof DecompressionStream === 'undefined') return null;
  const answer = (await Promise.race([early, aborted(signal)])) ?? (await askForNewest(signal));
  if (answer === null) return null;
  const newest = readNewest(answer);
  return {
    newest,
    read: (first, onFirst) => readSections(newest.sections, signal, first, onFirst),
    readCity: async (city) => {
      const sections = newest.sections.filter(({ cities }) => cities.includes(city));
      const entries = await readSections(sections, signal, null, () => undefined);
      return entries.filter(({ cityId }) => cityId === city);
    },
  };
}

/** Resolves to null. */
function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

async function readSections(
  sections: readonly Section[],
  signal: AbortSignal,
  first: string | null,
  onFirst: OnFirst,
): Promise<ListingEntry[]> {
  const isFirst = ({ cities }: Section) => first !== null && cities.includes(first);
  const waiting = sections.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const entries: ListingEntry[] = [];
  let ofFirst = sections.filter(isFirst).length;
  const work = async () => {
    for (let section = waiting.shift(); section; section = waiting.shift()) {
      entries.push(...(await entriesOf(section, signal)));
      if (first === null || !isFirst(section)) continue;
      ofFirst -= 1;
      if (ofFirst === 0)
        onFirst(
          first,
          entries.filter(({ cityId }) => cityId === first),
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return entries;
}

async function entriesOf({ name, count }: Section, signal: AbortSignal): Promise<ListingEntry[]> {
  const response = await get(name, signal);
  if (!response.ok || !response.body) throw new Error(`${name}: status ${response.status}`);
  // Rejects where the checksum or the length is wrong.
  const unpacked = response.body.pipeThrough(new DecompressionStream('gzip'));
  const rows = readSection(await new Response(unpacked).json());
  if (rows.length !== count) throw new TypeError(`${name}: ${rows.length} teachers instead of ${count}`);
  return rows.map(entryOf);
}

/** The row's entry, as `toEntry` makes it of a whole row; a biography that is not in the file is still to come. */
function entryOf(row: Record<string, unknown>): ListingEntry {
  const folded = fold(String(row.name));
  const whole = {
    ...row,
    folded_name: folded,
    rank: `${row.is_highlighted === true ? '0' : '1'}${folded} ${String(row.id)}`,
  };
  if (!isTeacher(whole)) throw new TypeError('not a teacher');
  const entry = toEntry(whole);
  if (typeof row.bio !== 'string') entry.face[3] = null;
  return entry;
}

function get(name: string, signal: AbortSignal): Promise<Response> {
  return fetch(sectionUrl(name), {
    signal: anySignal([signal, AbortSignal.timeout(REQUEST_TIMEOUT)]),
  });
}
