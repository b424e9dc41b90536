/**
 * The columns of the search file: the part of a listing that search and cards need. Texts that cards can wait for
 * (biographies) come with the pull. To add a column that visitors may read, add a line to COLUMNS: the writer asks for
 * it, and a phone gets it in the rows that it reads from the file. Phones ignore columns that they do not know, and read
 * an older file without a newer column, so a reader must expect it to be absent.
 */

/** A listing as the database returns it, by column. */
export type FileRow = Record<string, unknown>;

/**
 * `shape`: 'plain' as it is; 'one' as a place in a list of the values that occur, for values that repeat; 'many' for an
 * array of such values; 'flag' as the places of the rows that have it. `pack` shortens a value, `unpack` restores it;
 * both see the columns before it.
 */
interface Column {
  shape: 'plain' | 'one' | 'many' | 'flag';
  pack?(value: unknown, row: FileRow): unknown;
  unpack?(value: unknown, row: FileRow): unknown;
}

const plain: Column = { shape: 'plain' };
const one: Column = { shape: 'one' };
const many: Column = { shape: 'many' };
const flag: Column = { shape: 'flag' };

export const COLUMNS: Readonly<Record<string, Column>> = {
  id: { shape: 'plain', pack: (id) => String(id).replaceAll('-', ''), unpack: withDashes },
  name: plain,
  is_highlighted: flag,
  is_featured: flag,
  city_id: one,
  style_ids: many,
  slug: { shape: 'plain', pack: shortSlug, unpack: wholeSlug },
  profile_image_url: { shape: 'plain', pack: shortPicture, unpack: wholePicture },
  neighborhood: one,
  modalidades_aula: many,
  availability: many,
  lesson_places: many,
  levels: many,
  dance_roles: many,
  accepts_couples: flag,
  is_accessible: flag,
  checks: one,
  rating_average: plain,
  rating_count: plain,
  // The carousel on the first page shows it at once; other cards wait for it.
  bio: {
    shape: 'plain',
    pack: (bio, row) => (row.is_featured === true || row.is_highlighted === true ? startOf(bio) : null),
  },
};

export const COLUMN_NAMES = Object.keys(COLUMNS);

/** Characters, a few more than a card shows: the phone clips at a word. */
const BIO_START = 160;

const startOf = (bio: unknown) =>
  typeof bio === 'string' ? Array.from(bio).slice(0, BIO_START).join('') : null;

function withDashes(id: unknown): string {
  const hex = String(id);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Most slugs follow from the name: then 0 or the rest after it stands for the slug. */
const slugOf = (name: unknown) =>
  String(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function shortSlug(slug: unknown, { name }: FileRow): unknown {
  if (typeof slug !== 'string') return null;
  const base = slugOf(name);
  if (slug === base) return 0;
  return slug.startsWith(`${base}-`) ? slug.slice(base.length) : slug;
}

function wholeSlug(short: unknown, { name }: FileRow): unknown {
  if (short === 0) return slugOf(name);
  return typeof short === 'string' && short.startsWith('-') ? slugOf(name) + short : short;
}

/** Pictures lie in the person's own folder. */
const folderOf = ({ id }: FileRow) => `/storage/v1/object/public/profile-images/${String(id)}/`;

function shortPicture(url: unknown, row: FileRow): unknown {
  return typeof url === 'string' && url.startsWith(folderOf(row)) ? url.slice(folderOf(row).length) : url;
}

function wholePicture(short: unknown, row: FileRow): unknown {
  return typeof short === 'string' && !/^(\/|https?:)/.test(short) ? folderOf(row) + short : short;
}
