/**
 * Search in memory: a stored record, and over it the listings that changed since. The first letter scans 10,000 names
 * with `includes`; every further letter only scans the matches of the letters before it. A name that finds nobody is
 * searched again with one wrong letter.
 */

import { NO_END } from '@/db/rows/listed-checks';
import { type ListingEntry, rankOf } from './entry';
import { fits, type IndexQuery, placesIn, sameBut } from './index-query';
import { namePattern, similarPattern } from './name-query';
import { RecordRows } from './record-rows';
import { NONE, type SearchRecord } from './search-record';
import { type Demands, fitOf, isChecked, isWanted, NO_DEMANDS, ranksOf } from './search-rules';

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
  readonly rows: RecordRows | null;
  private readonly hidden: Uint8Array;
  private hiddenCount = 0;
  private readonly changed = new Map<string, ListingEntry>();
  private sorted: ListingEntry[] | null = [];

  /**
   * `day`: listings that end on it or before are left out (checks.ts). 0 for what only stores listings: a wrong clock
   * must not remove any.
   */
  constructor(
    readonly record: SearchRecord | null = null,
    private day = 0,
  ) {
    this.rows = record && new RecordRows(record);
    this.hidden = new Uint8Array(record?.count ?? 0);
  }

  get size(): number {
    return (this.rows?.count ?? 0) - this.hiddenCount + this.changed.size;
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
    if (entries.length + removed.length > 20) this.rows?.mapIds();
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
    const rowsByFit = ranks === 0 ? [rows] : byFit(rows, ranks, this.rowFit(rows, demands));
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

  /** Whether any listing of these cities is in an area, whatever else it offers. `area` is folded. */
  hasArea(area: string, { cityIds, without }: Pick<Required<IndexQuery>, 'cityIds' | 'without'>): boolean {
    const query = { name: '', cityIds, styleIds: null, without };
    return (
      !!this.rows?.areas.having(area, this.rowsOfAnyName(query)).length ||
      this.changedInOrder().some((entry) => entry.area.includes(area) && fits(entry, query, this.day))
    );
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
      const takeChange = entry && (next === undefined || rankOf(entry) < (this.rows?.rankAt(next) ?? ''));
      if (place >= from) {
        if (takeChange) entries.push(entry);
        else if (next !== undefined && this.rows) entries.push(this.shownAt(next, this.rows));
      }
      if (takeChange) change += 1;
      else row += 1;
    }
  }

  /** How many of the criteria that rank each of the rows fits. */
  private rowFit(rows: readonly number[], demands: Demands): (row: number) => number {
    const inArea = new Set(demands.area === '' ? [] : this.rows?.areas.having(demands.area, rows));
    return (row) =>
      fitOf(
        {
          offers: this.record?.offers[row] ?? 0,
          slots: this.record?.slots[row] ?? 0,
          area: inArea.has(row) ? demands.area : '',
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
      this.near = {
        name: query.name,
        rows: rows.filter((row) => isNear.test(this.rows?.folded[row] ?? '')),
      };
    }
    return this.near.rows;
  }

  byId(id: string): ListingEntry | null {
    const changed = this.changed.get(id);
    if (changed) return this.isLive(changed) ? changed : null;
    return this.liveAt(this.rowOf(id));
  }

  bySlug(slug: string): ListingEntry | null {
    if (slug === '') return null;
    for (const entry of this.changed.values())
      if (entry.slug === slug) return this.isLive(entry) ? entry : null;
    return this.liveAt(this.rows?.rowOfSlug(slug) ?? -1);
  }

  /** The rows of the record that are shown. */
  liveRows(): readonly number[] {
    return this.rowsOfAnyName({ name: '', cityIds: null, styleIds: null });
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
    const { trail } = this;
    const folded = this.rows?.folded ?? [];
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
    const { record, rows: own, hidden } = this;
    const rows: number[] = [];
    if (!record || !own) return rows;
    const cities = cityIds && placesIn(record.cityIds, cityIds);
    const styles = styleIds && placesIn(record.styleIds, styleIds);
    const left = without?.size ? new Set([...without].map((id) => this.rowOf(id))) : null;
    for (let row = 0; row < own.count; row++) {
      if (hidden[row] || own.endAt(row) <= this.day || left?.has(row)) continue;
      if (cities && !cities[record.city[row] ?? NONE]) continue;
      if (styles && !own.hasStyle(row, styles)) continue;
      if (demands !== NO_DEMANDS) {
        if (!isWanted({ offers: record.offers[row] ?? 0, slots: record.slots[row] ?? 0 }, demands)) continue;
        if (demands.check !== null && !isChecked(own.checks.at(row), demands.check, this.day)) continue;
      }
      rows.push(row);
    }
    return rows;
  }

  private readonly shown = new Map<number, ListingEntry>();

  /**
   * Like entryAt, but returns the same object as recently: between keystrokes a list shows many of the same entries.
   */
  private shownAt(row: number, rows: RecordRows): ListingEntry {
    const known = this.shown.get(row);
    if (known) return known;
    if (this.shown.size >= SHOWN_AT_MOST) this.shown.clear();
    const entry = rows.entryAt(row);
    this.shown.set(row, entry);
    return entry;
  }

  /** The listings that differ from the record, in rank order. */
  changedInOrder(): readonly ListingEntry[] {
    this.sorted ??= inRankOrder([...this.changed.values()].filter((entry) => this.isLive(entry)));
    return this.sorted;
  }

  private isLive({ end = NO_END }: ListingEntry): boolean {
    return end > this.day;
  }

  private liveAt(row: number): ListingEntry | null {
    const { rows } = this;
    return !rows || row < 0 || this.hidden[row] || rows.endAt(row) <= this.day ? null : rows.entryAt(row);
  }

  private hide(id: string): void {
    const row = this.rowOf(id);
    if (row < 0 || this.hidden[row]) return;
    this.hidden[row] = 1;
    this.hiddenCount += 1;
  }

  private rowOf(id: string): number {
    return this.rows?.rowOf(id) ?? -1;
  }
}

/** Computes each rank once, not at every comparison. */
export function inRankOrder(entries: readonly ListingEntry[]): ListingEntry[] {
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ entry }) => entry);
}

/** One list for each number from 0 to `most`, each in the order of `items`. */
function byFit<T>(items: readonly T[], most: number, fitFor: (item: T) => number): T[][] {
  const lists: T[][] = Array.from({ length: most + 1 }, () => []);
  for (const item of items) lists[fitFor(item)]?.push(item);
  return lists;
}
