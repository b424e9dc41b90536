/**
 * Cities and styles, some fifty names: each rival with a store keeps them beside it as one text,
 * which is cheaper than separate tables.
 */

import type { NamedRow, TeacherRow } from '@/db/rows/public-rows';
import type { NamedEntry } from '@/db/search/search-record';
import { toEntry } from '@/db/search/to-entry';
import type { TeacherCard } from '@/features/teachers/schema';
import { toCard } from '@/features/teachers/search-local';
import { callProcedure } from '@/lib/rest';

export interface Names {
  cities: ReadonlyMap<string, NamedEntry>;
  danceStyles: ReadonlyMap<string, NamedEntry>;
}

const KEY = 'rival-names';

/** From this device, else from the server's pull procedures. */
export async function loadNames(): Promise<Names> {
  const kept = localStorage.getItem(KEY);
  if (kept) return fromRows(JSON.parse(kept) as [NamedRow[], NamedRow[]]);
  const never = new AbortController().signal;
  const rows = await Promise.all(
    ['cities', 'dance_styles'].map(async (name) => {
      const page = await callProcedure(
        `pull_${name}`,
        { after_xid: null, after_id: null, page_size: 500 },
        never,
      );
      return (page as { rows: NamedRow[] }).rows;
    }),
  );
  localStorage.setItem(KEY, JSON.stringify(rows));
  return fromRows(rows as [NamedRow[], NamedRow[]]);
}

function fromRows([cities, styles]: [NamedRow[], NamedRow[]]): Names {
  const byId = (rows: NamedRow[]) =>
    new Map(rows.map(({ id, name, active }): [string, NamedEntry] => [id, [id, name, active]]));
  return { cities: byId(cities), danceStyles: byId(styles) };
}

export const cardOf = (row: TeacherRow, names: Names): TeacherCard => toCard(toEntry(row), names);
