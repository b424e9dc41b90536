/**
 * Search in memory: a stored record, and over it the listings that changed since. The first letter scans 10,000 names
 * with `includes`; every further letter only scans the matches of the letters before it. A name that finds nobody is
 * searched again with one wrong letter.
 */
import { NO_END } from './checks';
import { FEATURED, type ListingEntry, rankOf } from './entry';
import { namePattern, similarPattern } from './name-query';
import { faceAt, ID_LENGTH, idAt, NONE, type SearchRecord } from './search-record';
import { type Demands, fitOf, isChecked, isWanted, NO_DEMANDS, ranksOf } from './search-rules';

export interface IndexQuery {
  /** The name to search (`searchedName`); empty for all. */
  name: string;
  /** null for all; the empty set finds nothing. */
  cityIds: ReadonlySet<string> | null;
  styleIds: ReadonlySet<string> | null;
  /** Absent: none. */
  demands?: Demands;
  /** Ids to leave out. */
  without?: ReadonlySet<string>;
}

export interface Found {
  total: number;
  /** How many fit all criteria that rank; `total` without any. */
  best: number;
  /** No listing has the name; these have similar ones. */
  isSimilar: boolean;
  entries: ListingEntry[];
}

/** The rows whose names match, among those that match the rest of a query. */
interface Narrowed {
  name: string;
  rows: readonly number[];
}

/** The maximum of cached entries: about a hundred keystrokes' worth. */
const SHOWN_AT_MOST = 1_000;

export class SearchIndex {
  private readonly folded: string[];
  private readonly hidden: Uint8Array;
  private hiddenCount = 0;
  private readonly changed = new Map<string, ListingEntry>();
  private sorted: ListingEntry[] | null = [];
  private rows: Map<string, number> | null = null;

  /**
   * `day`: listings that end on it or before are left out (checks.ts). 0 for what only stores listings: a wrong clock
   * must not remove any.
   */
  constructor(
    readonly record: SearchRecord | null = null,
    private day = 0,
  ) {
    this.folded = record && record.count > 0 ? record.folded.split('\n') : [];
    this.hidden = new Uint8Array(record?.count ?? 0);
  }

  get size(): number {
    return this.folded.length - this.hiddenCount + this.changed.size;
  }

  /** The number of listings that differ from the stored record. */
  get drift(): number {
    return this.hiddenCount + this.changed.size;
  }

  /** Leaves out what ends on this day; true when the day is another than before. */
  setDay(day: number): boolean {
    if (day === this.day) return false;
    this.day = day;
    this.sorted = null;
    this.trail = [];
    return true;
  }

  /** Replaces the entries with these ids, and removes others. */
  apply(entries: readonly ListingEntry[], removed: readonly string[]): void {
    if (entries.length + removed.length > 20) this.mapRows();
    for (const entry of entries) {
      this.hide(entry.id);
      this.changed.set(entry.id, entry);
    }
    for (const id of removed) {
      this.hide(id);
      this.changed.delete(id);
    }
    this.sorted = null;
    this.trail = [];
  }

  /** The total number of matches, and the entries at [offset, offset + limit) in the order of search-rules.ts. */
  search(query: IndexQuery, offset: number, limit: number): Found {
    const pattern = query.name.includes(' ') ? new RegExp(namePattern(query.name), 'u') : null;
    const hasName = (folded: string) => pattern?.test(folded) ?? folded.includes(query.name);
    let rows = this.matchingRows(query, hasName);
    let changed = this.changedMatching(query, hasName);
    const isNobody = query.name !== '' && rows.length + changed.length === 0;
    const similar = isNobody ? similarPattern(query.name) : null;
    if (similar !== null) {
      const isNear = new RegExp(similar, 'u');
      rows = this.nearRows(query, isNear);
      changed = this.changedMatching(query, (folded) => isNear.test(folded));
    }
    const total = rows.length + changed.length;
    const { demands = NO_DEMANDS } = query;
    const ranks = ranksOf(demands);
    const rowsByFit = ranks === 0 ? [rows] : byFit(rows, ranks, (row) => this.rowFit(row, demands));
    const changedByFit = ranks === 0 ? [changed] : byFit(changed, ranks, (entry) => fitOf(entry, demands));
    const entries: ListingEntry[] = [];
    let before = 0;
    for (let fit = ranks; fit >= 0; fit--) {
      const [some, others] = [rowsByFit[fit] ?? [], changedByFit[fit] ?? []];
      this.merge(some, others, offset - before, offset + limit - before, entries);
      before += some.length + others.length;
    }
    const best = (rowsByFit[ranks]?.length ?? 0) + (changedByFit[ranks]?.length ?? 0);
    return { total, best, isSimilar: similar !== null && total > 0, entries };
  }

  /** Adds the entries at [from, to) of both lists, which are in rank order, merged. */
  private merge(
    rows: readonly number[],
    changed: readonly ListingEntry[],
    from: number,
    to: number,
    entries: ListingEntry[],
  ): void {
    let row = 0;
    let change = 0;
    for (let place = 0; place < to && place < rows.length + changed.length; place++) {
      const entry = changed[change];
      const next = rows[row];
      const takeChange = entry && (next === undefined || rankOf(entry) < this.rankAt(next));
      if (place >= from) {
        if (takeChange) entries.push(entry);
        else if (next !== undefined) entries.push(this.shownAt(next));
      }
      if (takeChange) change += 1;
      else row += 1;
    }
  }

  private rowFit(row: number, demands: Demands): number {
    return fitOf(
      {
        offers: this.record?.offers[row] ?? 0,
        slots: this.record?.slots[row] ?? 0,
        area: demands.area === '' ? '' : this.areaAt(row),
      },
      demands,
    );
  }

  private changedMatching(query: IndexQuery, hasName: (folded: string) => boolean): ListingEntry[] {
    return this.changedInOrder().filter((entry) => fits(entry, query, this.day) && hasName(entry.folded));
  }

  private near: Narrowed | null = null;

  private nearRows(query: IndexQuery, isNear: RegExp): readonly number[] {
    if (this.near?.name !== query.name) {
      const rows = this.trail[0]?.rows ?? [];
      this.near = { name: query.name, rows: rows.filter((row) => isNear.test(this.folded[row] ?? '')) };
    }
    return this.near.rows;
  }

  byId(id: string): ListingEntry | null {
    const changed = this.changed.get(id);
    if (changed) return this.isLive(changed) ? changed : null;
    const row = this.rowOf(id);
    return row < 0 || this.isLeftOut(row) ? null : this.entryAt(row);
  }

  bySlug(slug: string): ListingEntry | null {
    if (slug === '') return null;
    for (const entry of this.changed.values())
      if (entry.slug === slug) return this.isLive(entry) ? entry : null;
    const row = this.rowOfSlug(slug);
    return row < 0 || this.isLeftOut(row) ? null : this.entryAt(row);
  }

  featured(): ListingEntry[] {
    const entries = this.changedInOrder().filter((entry) => entry.flags & FEATURED);
    const flags = this.record?.flags ?? [];
    for (let row = 0; row < flags.length; row++) {
      if ((flags[row] ?? 0) & FEATURED && !this.isLeftOut(row)) entries.push(this.entryAt(row));
    }
    return inRankOrder(entries);
  }

  /** The number of listings by the id of their city. */
  countByCity(): Map<string, number> {
    const counts = new Map<string, number>();
    const add = (city: string | null | undefined) => {
      if (city) counts.set(city, (counts.get(city) ?? 0) + 1);
    };
    const { record } = this;
    for (let row = 0; row < this.folded.length; row++) {
      if (record && !this.isLeftOut(row)) add(record.cityIds[record.city[row] ?? NONE]);
    }
    for (const { cityId } of this.changedInOrder()) add(cityId);
    return counts;
  }

  /** The number of listings by style and city, both by id. */
  countByStyleAndCity(): Map<string, Map<string, number>> {
    const counts = new Map<string, Map<string, number>>();
    const add = (style: string | undefined, city: string | null | undefined) => {
      if (!style || !city) return;
      const own = counts.get(style) ?? new Map<string, number>();
      own.set(city, (own.get(city) ?? 0) + 1);
      counts.set(style, own);
    };
    const { record } = this;
    for (let row = 0; record && row < this.folded.length; row++) {
      if (this.isLeftOut(row)) continue;
      const city = record.cityIds[record.city[row] ?? NONE];
      const end = record.styleStart[row + 1] ?? 0;
      for (let at = record.styleStart[row] ?? 0; at < end; at++)
        add(record.styleIds[record.styles[at] ?? NONE], city);
    }
    for (const { cityId, styleIds } of this.changedInOrder())
      for (const style of styleIds) add(style, cityId);
    return counts;
  }

  /** All entries in rank order, decoded. Slow: for building a record only. */
  async all(pace: () => Promise<void> | undefined): Promise<ListingEntry[]> {
    const changed = [...this.changedInOrder()];
    const rows = this.matchingRows({ name: '', cityIds: null, styleIds: null }, () => true);
    const entries: ListingEntry[] = [];
    let change = 0;
    for (const [place, row] of rows.entries()) {
      if (place % 64 === 0) await pace();
      const rank = this.rankAt(row);
      for (let entry = changed[change]; entry && rankOf(entry) < rank; entry = changed[change]) {
        entries.push(entry);
        change += 1;
      }
      entries.push(this.entryAt(row));
    }
    for (; change < changed.length; change++) entries.push(changed[change] as ListingEntry);
    return entries;
  }

  /** The rows that matched the letters typed so far: each name in it begins with the one before. */
  private trail: Narrowed[] = [];
  private trailOf: Omit<IndexQuery, 'name'> = { cityIds: null, styleIds: null };

  private matchingRows(query: IndexQuery, hasName: (folded: string) => boolean): readonly number[] {
    const { name } = query;
    if (!sameBut(this.trailOf, query)) {
      this.trail = [];
      this.trailOf = query;
    }
    if (this.trail.length === 0) this.near = null;
    const { trail, folded } = this;
    if (trail.length === 0) trail.push({ name: '', rows: this.rowsOfAnyName(query) });
    // A letter was deleted, or the word changed: go back to the common prefix.
    while (!name.startsWith(trail.at(-1)?.name ?? '')) trail.pop();
    const { name: known, rows } = trail.at(-1) as Narrowed;
    if (known === name) return rows;
    const found = rows.filter((row) => hasName(folded[row] ?? ''));
    trail.push({ name, rows: found });
    return found;
  }

  private rowsOfAnyName({ cityIds, styleIds, demands = NO_DEMANDS, without }: IndexQuery): number[] {
    const { record, folded, hidden } = this;
    const rows: number[] = [];
    if (!record) return rows;
    const cities = cityIds && placesIn(record.cityIds, cityIds);
    const styles = styleIds && placesIn(record.styleIds, styleIds);
    const left = without?.size ? new Set([...without].map((id) => this.rowOf(id))) : null;
    for (let row = 0; row < folded.length; row++) {
      if (hidden[row] || (record.ends[row] ?? NO_END) <= this.day || left?.has(row)) continue;
      if (cities && !cities[record.city[row] ?? NONE]) continue;
      if (styles && !this.hasStyle(record, row, styles)) continue;
      if (demands !== NO_DEMANDS) {
        if (!isWanted({ offers: record.offers[row] ?? 0, slots: record.slots[row] ?? 0 }, demands)) continue;
        if (demands.check !== null && !isChecked(this.checksAt(row), demands.check, this.day)) continue;
      }
      rows.push(row);
    }
    return rows;
  }

  private hasStyle(record: SearchRecord, row: number, wanted: Uint8Array): boolean {
    const end = record.styleStart[row + 1] ?? 0;
    for (let at = record.styleStart[row] ?? 0; at < end; at++)
      if (wanted[record.styles[at] ?? NONE]) return true;
    return false;
  }

  private readonly shown = new Map<number, ListingEntry>();

  /**
   * Like entryAt, but returns the same object as recently: between keystrokes a list shows many of the same entries.
   */
  private shownAt(row: number): ListingEntry {
    const known = this.shown.get(row);
    if (known) return known;
    if (this.shown.size >= SHOWN_AT_MOST) this.shown.clear();
    const entry = this.entryAt(row);
    this.shown.set(row, entry);
    return entry;
  }

  private entryAt(row: number): ListingEntry {
    const record = this.record as SearchRecord;
    const city = record.city[row] ?? NONE;
    const styles = record.styles.subarray(record.styleStart[row], record.styleStart[row + 1]);
    return {
      id: this.idAt(row),
      folded: this.folded[row] ?? '',
      isHighlighted: row < record.highlighted,
      slug: this.slugAt(row),
      cityId: city === NONE ? null : (record.cityIds[city] ?? null),
      styleIds: Array.from(styles, (place) => record.styleIds[place] ?? ''),
      flags: record.flags[row] ?? 0,
      slots: record.slots[row] ?? 0,
      offers: record.offers[row] ?? 0,
      area: this.areaAt(row),
      checks: this.checksAt(row),
      end: record.ends[row] ?? NO_END,
      face: faceAt(record, row),
    };
  }

  /** Where each slug begins in the record's text: 50,000 texts of their own would take ten times the memory. */
  private slugStart: Uint32Array | null = null;

  private slugStarts({ slugs, count }: SearchRecord): Uint32Array {
    if (this.slugStart) return this.slugStart;
    const starts = new Uint32Array(count);
    for (let row = 1; row < count; row++) starts[row] = slugs.indexOf('\n', starts[row - 1]) + 1;
    this.slugStart = starts;
    return starts;
  }

  private areas: string[] | null = null;

  private areaAt(row: number): string {
    this.areas ??= this.record?.areas.split('\n') ?? [];
    return this.areas[row] ?? '';
  }

  private checks: string[] | null = null;

  private checksAt(row: number): string {
    this.checks ??= this.record?.checks.split('\n') ?? [];
    return this.checks[row] ?? '';
  }

  private slugAt(row: number): string | null {
    const { record } = this;
    if (!record) return null;
    const starts = this.slugStarts(record);
    const end = row + 1 < record.count ? (starts[row + 1] ?? 0) - 1 : undefined;
    return record.slugs.slice(starts[row], end) || null;
  }

  private rowOfSlug(slug: string): number {
    const { record } = this;
    if (!record || slug.includes('\n')) return -1;
    const { slugs } = record;
    for (let at = slugs.indexOf(slug); at >= 0; at = slugs.indexOf(slug, at + 1)) {
      const end = at + slug.length;
      if ((at === 0 || slugs[at - 1] === '\n') && (end === slugs.length || slugs[end] === '\n'))
        return this.slugStarts(record).indexOf(at);
    }
    return -1;
  }

  private idAt(row: number): string {
    return this.record ? idAt(this.record, row) : '';
  }

  private rankAt(row: number): string {
    return rankOf({
      isHighlighted: row < (this.record?.highlighted ?? 0),
      folded: this.folded[row] ?? '',
      id: this.idAt(row),
    });
  }

  private changedInOrder(): ListingEntry[] {
    this.sorted ??= inRankOrder([...this.changed.values()].filter((entry) => this.isLive(entry)));
    return this.sorted;
  }

  private isLive({ end = NO_END }: ListingEntry): boolean {
    return end > this.day;
  }

  private isLeftOut(row: number): boolean {
    return this.hidden[row] === 1 || (this.record?.ends[row] ?? NO_END) <= this.day;
  }

  private hide(id: string): void {
    const row = this.rowOf(id);
    if (row < 0 || this.hidden[row]) return;
    this.hidden[row] = 1;
    this.hiddenCount += 1;
  }

  private mapRows(): void {
    if (this.rows) return;
    this.rows = new Map();
    for (let row = 0; row < this.folded.length; row++) this.rows.set(this.idAt(row), row);
  }

  private rowOf(id: string): number {
    if (this.rows) return this.rows.get(id) ?? -1;
    const ids = this.record?.ids ?? '';
    let at = ids.indexOf(id);
    while (at >= 0 && at % ID_LENGTH !== 0) at = ids.indexOf(id, at + 1);
    return at < 0 || id.length !== ID_LENGTH ? -1 : at / ID_LENGTH;
  }
}

/** Computes each rank once, not at every comparison. */
function inRankOrder(entries: readonly ListingEntry[]): ListingEntry[] {
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ entry }) => entry);
}

/** One list for each number from 0 to `most`, each in the order of `items`. */
function byFit<T>(items: readonly T[], most: number, fitFor: (item: T) => number): T[][] {
  const lists: T[][] = Array.from({ length: most + 1 }, () => []);
  for (const item of items) lists[fitFor(item)]?.push(item);
  return lists;
}

/** Apart from the name. */
function fits(
  entry: ListingEntry,
  { cityIds, styleIds, demands = NO_DEMANDS, without }: IndexQuery,
  day: number,
): boolean {
  if (without?.has(entry.id)) return false;
  if (cityIds && (entry.cityId === null || !cityIds.has(entry.cityId))) return false;
  if (styleIds && !entry.styleIds.some((id) => styleIds.has(id))) return false;
  if (!isWanted(entry, demands)) return false;
  return demands.check === null || isChecked(entry.checks, demands.check, day);
}

/** Whether two queries differ only in the name. */
function sameBut(a: Omit<IndexQuery, 'name'>, b: Omit<IndexQuery, 'name'>): boolean {
  return (
    sameIds(a.cityIds, b.cityIds) &&
    sameIds(a.styleIds, b.styleIds) &&
    sameDemands(a.demands ?? NO_DEMANDS, b.demands ?? NO_DEMANDS) &&
    sameIds(a.without ?? null, b.without ?? null)
  );
}

/** An area changes the order only. */
function sameDemands(a: Demands, b: Demands): boolean {
  return a.slots === b.slots && a.level === b.level && a.needs === b.needs && a.check === b.check;
}

function sameIds(a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean {
  if (a === b) return true;
  if (!a || !b || a.size !== b.size) return false;
  for (const id of a) if (!b.has(id)) return false;
  return true;
}

/** A lookup table of the wanted positions of `ids`. */
function placesIn(ids: readonly string[], wanted: ReadonlySet<string>): Uint8Array {
  return Uint8Array.from(ids, (id) => (wanted.has(id) ? 1 : 0));
}
