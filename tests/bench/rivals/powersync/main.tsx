/**
 * PowerSync's local database, fed by our pull procedure: its own sync service is not part of this
 * comparison. Watched queries draw the list and count it.
 */
import { useEffect, useMemo, useState } from 'react';
import { PAGE_SIZE } from '@/features/teachers/schema';
import { fold } from '@/lib/text';
import { subscribeToHints } from '@/sync/hints/hints';
import { type Answer, containing, type Filters, NO_FILTERS } from '../shared/filters';
import { cardOf, loadNames, type Names } from '../shared/names';
import { pullTeachers, serially } from '../shared/pull';
import { draw, Screen } from '../shared/screen';
import { afterFirstResults, tellSynced } from '../shared/tell';
import { db, open, readCheckpoint, type StoredRow, storePage, toRow } from './store';

interface Found {
  key: string;
  rows: StoredRow[];
  total: number;
}

const SHOWN = 'select * from teachers';
const COUNTED = 'select count(*) as total from teachers';

function conditions({ name, style, city }: Filters): { where: string; parameters: string[] } {
  const parts: [string, string][] = [];
  if (name !== '') parts.push([`folded_name like ? escape '\\'`, containing(fold(name))]);
  if (city !== '') parts.push(['city_id = ?', city]);
  if (style !== '') parts.push(['instr(style_ids, ?) > 0', style]);
  const where = parts.length === 0 ? '' : ` where ${parts.map(([condition]) => condition).join(' and ')}`;
  return { where, parameters: parts.map(([, parameter]) => parameter) };
}

async function ask(filters: Filters): Promise<{ rows: StoredRow[]; total: number }> {
  const { where, parameters } = conditions(filters);
  const [rows, counted] = await Promise.all([
    db.getAll<StoredRow>(`${SHOWN}${where} order by rank limit ${PAGE_SIZE}`, parameters),
    db.get<{ total: number }>(`${COUNTED}${where}`, parameters),
  ]);
  return { rows, total: counted.total };
}

function useFound(filters: Filters): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const key = JSON.stringify(filters);
  useEffect(() => {
    const controller = new AbortController();
    const wanted = JSON.parse(key) as Filters;
    const look = async () => {
      const answer = await ask(wanted);
      if (!controller.signal.aborted) setFound({ key, ...answer });
    };
    void open().then(() => {
      if (controller.signal.aborted) return;
      void look();
      db.onChangeWithCallback(
        { onChange: look },
        { tables: ['teachers'], throttleMs: 1, signal: controller.signal },
      );
    });
    return () => controller.abort();
  }, [key]);
  return found;
}

function useSearch(filters: Filters, names: Names | null): Answer | null {
  const found = useFound(filters);
  const filtered = found !== null && found.key !== JSON.stringify(NO_FILTERS);
  return useMemo(() => {
    if (!found || !names || (found.total === 0 && !filtered)) return null;
    return { teachers: found.rows.map((row) => cardOf(toRow(row), names)), total: found.total };
  }, [found, names, filtered]);
}

function Page() {
  const [names, setNames] = useState<Names | null>(null);
  useEffect(() => {
    void loadNames().then(setNames);
  }, []);
  return <Screen names={names} useSearch={useSearch} />;
}

const pull = serially(async () => {
  await open();
  await pullTeachers(await readCheckpoint(), storePage);
  tellSynced();
});
pull();
afterFirstResults(() => subscribeToHints({ onHint: pull, onConnected: pull }));
draw(<Page />);
