/** A listing as search and cards need it: a small part of the row, cities and styles still as ids. */

export const GROUP = 1;
export const FEATURED = 2;

export interface ListingEntry {
  id: string;
  /** Folded name, in which typed text is searched. */
  folded: string;
  isHighlighted: boolean;
  slug: string | null;
  cityId: string | null;
  styleIds: string[];
  /** Bits: GROUP, FEATURED. */
  flags: number;
  /** When lessons are given, as bits (availability.ts). */
  slots: number;
  /** Places, levels, roles, couples and an accessible venue, as bits (offers.ts). */
  offers: number;
  /** The folded neighbourhood; empty for none. */
  area: string;
  /** The team's checks in compact form (checks.ts). */
  checks: string;
  /** The day from which it is shown no more, in days since 1970 (listed-checks.ts); absent: no known end. */
  end?: number;
  face: CardFace;
}

/**
 * Fields that only a few entries at a time need: name, neighbourhood, image, bio, average, count. A tuple, since 10,000 are stored.
 */
export type CardFace = [
  name: string,
  neighborhood: string | null,
  image: string | null,
  /** Null: still to come, after a search file. */
  bio: string | null,
  average: number | null,
  count: number,
];

/** Characters of biography: more than two lines of the widest card show. Each keystroke lays all of them out. */
const BIO_LENGTH = 120;

/** The sort key of all lists: highlighted first, then folded name, then id. The server sorts in the same way. */
export function rankOf(entry: { isHighlighted: boolean; folded: string; id: string }): string {
  return `${entry.isHighlighted ? '0' : '1'}${entry.folded} ${entry.id}`;
}

const UNEVEN = /[^\S ]| {2}/;

/**
 * The start of a biography on one line, as much as a card shows or `length` characters. Optimized: thousands are
 * clipped in a row, and most need no replacement.
 */
export function clipBio(bio: string, length = BIO_LENGTH): string {
  const line = (UNEVEN.test(bio) ? bio.replace(/\s+/g, ' ') : bio).trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length);
  const end = cut.lastIndexOf(' ');
  return `${end < 0 ? cut : cut.slice(0, end)}…`;
}
