/**
 * The form of the search file. The procedure newest_search_file names its sections, which are JSON under gzip in a public
 * bucket, named by their content. A section holds teachers of one city, or of several small ones, so that a phone reads
 * its own city first. gzip's checksum and length tell a damaged or half-written section.
 */
import { COLUMNS, type FileRow } from './columns.ts';

/** Phones pass over a file of another version. */
export const FILE_VERSION = 1;
export const BUCKET = 'search-files';

export interface Section {
  /** The object's name. */
  name: string;
  /** Number of teachers. */
  count: number;
  /** The cities' ids; an empty text for teachers without a city. A city's teachers may be in several sections. */
  cities: string[];
}

export interface Newest {
  version: number;
  epoch: string;
  /** Every listing with a smaller version is in the file as it was then. */
  horizon: number;
  count: number;
  sections: Section[];
}

type Packed = unknown[] | { values: unknown[]; at: unknown[] };

/** The JSON of a section. */
export function writeSection(rows: readonly FileRow[]): string {
  const columns: Record<string, Packed> = {};
  for (const [name, column] of Object.entries(COLUMNS)) {
    const { shape, pack } = column;
    const values = rows.map((row) => (pack ? pack(row[name], row) : (row[name] ?? null)));
    if (shape === 'plain') columns[name] = values;
    else if (shape === 'flag') columns[name] = values.flatMap((value, at) => (value === true ? [at] : []));
    else columns[name] = numbered(values, shape);
  }
  return JSON.stringify({ version: FILE_VERSION, count: rows.length, columns });
}

/** Replaces values by their places in the list of those that occur, the most frequent first: small numbers are short. */
function numbered(values: readonly unknown[], shape: 'one' | 'many'): { values: unknown[]; at: unknown[] } {
  const counts = new Map<unknown, number>();
  const lists = values.map((value) => (shape === 'one' ? [value] : Array.isArray(value) ? value : []));
  for (const value of lists.flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  const known = [...counts].sort((a, b) => b[1] - a[1] || (String(a[0]) < String(b[0]) ? -1 : 1));
  const places = new Map(known.map(([value], place) => [value, place]));
  const at = lists.map((list) => list.map((value) => places.get(value) ?? 0));
  return { values: known.map(([value]) => value), at: shape === 'one' ? at.flat() : at };
}

/** The rows of a section's JSON. Throws TypeError when it is no whole section of this version. */
export function readSection(section: unknown): FileRow[] {
  const { version, count, columns } = (section ?? {}) as Record<string, unknown>;
  if (version !== FILE_VERSION || !isCount(count) || !isObject(columns)) throw new TypeError('not a section');
  const rows = Array.from({ length: count }, (): FileRow => ({}));
  for (const [name, { shape, unpack }] of Object.entries(COLUMNS)) {
    // A file that was written before the column existed.
    if (!(name in columns)) continue;
    const values = readColumn(columns[name], shape, count);
    for (const [at, row] of rows.entries()) row[name] = unpack ? unpack(values[at], row) : values[at];
  }
  return rows;
}

function readColumn(packed: unknown, shape: string, count: number): unknown[] {
  if (shape === 'flag') {
    if (!Array.isArray(packed)) throw new TypeError('not the places of a flag');
    const values = Array.from({ length: count }, () => false);
    for (const at of packed) values[placeIn(values, at)] = true;
    return values;
  }
  if (shape === 'plain') return listOf(packed, count);
  const { values, at } = (packed ?? {}) as Record<string, unknown>;
  if (!Array.isArray(values)) throw new TypeError('not the values of a column');
  const valueAt = (place: unknown): unknown => values[placeIn(values, place)];
  return listOf(at, count).map((place) => (Array.isArray(place) ? place.map(valueAt) : valueAt(place)));
}

function listOf(value: unknown, count: number): unknown[] {
  if (!Array.isArray(value) || value.length !== count) throw new TypeError('a column of another length');
  return value;
}

function placeIn(list: readonly unknown[], place: unknown): number {
  if (!isCount(place) || place >= list.length) throw new TypeError('a place that does not exist');
  return place;
}

const NAME = /^[0-9a-f]{24}[.]gz$/;

/** The answer of the procedure newest_search_file. Throws TypeError for another form or version. */
export function readNewest(value: unknown): Newest {
  const { version, epoch, horizon, count, sections } = (value ?? {}) as Record<string, unknown>;
  if (version !== FILE_VERSION || typeof epoch !== 'string' || !isCount(horizon) || !isCount(count))
    throw new TypeError('not a search file of this version');
  if (!Array.isArray(sections)) throw new TypeError('not the sections of a search file');
  const read = sections.map(readEntry);
  if (read.reduce((sum, section) => sum + section.count, 0) !== count)
    throw new TypeError('sections are missing');
  return { version, epoch, horizon, count, sections: read };
}

function readEntry(value: unknown): Section {
  const { name, count, cities } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || !NAME.test(name) || !isCount(count) || !Array.isArray(cities))
    throw new TypeError('not a section of a search file');
  return { name, count, cities: cities.map(String) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** The sections' rows: large cities alone, in parts where they are very large, small ones together. */
export function splitByCity(rows: readonly FileRow[], own = 150, most = 1500): FileRow[][] {
  const cities = new Map<string, FileRow[]>();
  for (const row of [...rows].sort(byName)) {
    const city = cityOf(row);
    const known = cities.get(city);
    if (known) known.push(row);
    else cities.set(city, [row]);
  }
  const sections: FileRow[][] = [];
  const together: FileRow[] = [];
  for (const [, of] of [...cities].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (of.length >= own) {
      for (let from = 0; from < of.length; from += most) sections.push(of.slice(from, from + most));
      continue;
    }
    if (together.length + of.length > most) sections.push(together.splice(0));
    together.push(...of);
  }
  if (together.length > 0) sections.push(together);
  return sections;
}

export const cityOf = ({ city_id: id }: FileRow): string => (typeof id === 'string' ? id : '');

/** Names that begin alike lie together, which compresses better; the id makes the order unique. */
const byName = (a: FileRow, b: FileRow) => (keyOf(a) < keyOf(b) ? -1 : 1);
const keyOf = ({ name, id }: FileRow) => `${String(name)} ${String(id)}`;
