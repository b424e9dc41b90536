import type { NamesById } from '@/db/memory/catalog';
import type { NamedEntry } from '@/db/search/search-record';
import { selectRows } from '@/lib/rest';

export type NamesTable = 'cities' | 'dance_styles';

/** Names of one table by id, including those that are no longer offered. Throws RestFailure. */
export async function selectNames(table: NamesTable, signal: AbortSignal): Promise<NamesById> {
  const { rows } = await selectRows(
    table,
    { select: 'id,name,active', _deleted: 'is.false', order: 'name.asc' },
    { signal },
  );
  return namesById(
    rows.map(({ id, name, active }): NamedEntry => [String(id), String(name), active === true]),
  );
}

/** Names of both tables. Throws RestFailure. */
export async function selectAllNames(
  signal: AbortSignal,
): Promise<{ cities: NamesById; danceStyles: NamesById }> {
  const [cities, danceStyles] = await Promise.all([
    selectNames('cities', signal),
    selectNames('dance_styles', signal),
  ]);
  return { cities, danceStyles };
}

export function namesById(entries: readonly NamedEntry[]): NamesById {
  return new Map(entries.map((entry) => [entry[0], entry]));
}
