/**
 * Dexie alone. The list without a name comes from its index; typing filters rows held in memory,
 * which are read once everything is stored and the page is idle: IndexedDB has no index for a part
 * of a name, and reading every row for every key takes a slow phone a second. A worker pulls; live
 * queries notice its writes.
 */
import { liveQuery } from 'dexie';
import { useEffect, useMemo, useState } from 'react';
import type { TeacherRow } from '@/db/rows/public-rows';
import { PAGE_SIZE } from '@/features/teachers/schema';
import { fold } from '@/lib/text';
import { subscribeToHints } from '@/sync/hints/hints';
import type { Answer, Filters } from '../shared/filters';
import { cardOf, loadNames, type Names } from '../shared/names';
import { draw, Screen } from '../shared/screen';
import { afterFirstResults, tellSynced } from '../shared/tell';
import { Store } from './store';

const store = new Store();

function useLive<T>(ask: () => Promise<T>, wanted: boolean): T | null {
  const [value, setValue] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every caller asks one thing only
  useEffect(() => {
    if (!wanted) return;
    const subscription = liveQuery(ask).subscribe(setValue);
    return () => subscription.unsubscribe();
  }, [wanted]);
  return value;
}

const firstPage = () =>
  Promise.all([store.teachers.orderBy('rank').limit(PAGE_SIZE).toArray(), store.teachers.count()]);
const everyone = () => store.teachers.orderBy('rank').toArray();
const isWhole = async () => (await store.progress.get('teachers'))?.done === true;

function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => afterFirstResults(() => requestIdleCallback(() => setIdle(true), { timeout: 1_000 })), []);
  return idle;
}

function useSearch({ name, style, city }: Filters, names: Names | null): Answer | null {
  const filtered = name !== '' || style !== '' || city !== '';
  const [needed, setNeeded] = useState(false);
  useEffect(() => setNeeded((before) => before || filtered), [filtered]);
  const idle = useIdle();
  const first = useLive(firstPage, true);
  const whole = useLive(isWhole, true) === true;
  const all = useLive<TeacherRow[]>(everyone, needed || (whole && idle));
  const answers = whole && all !== null;
  useEffect(() => {
    if (answers) tellSynced();
  }, [answers]);
  const found = useMemo(() => {
    if (!filtered || !all) return null;
    const part = fold(name);
    return all.filter(
      (row) =>
        row.folded_name.includes(part) &&
        (city === '' || row.city_id === city) &&
        (style === '' || row.style_ids.includes(style)),
    );
  }, [filtered, all, name, style, city]);
  return useMemo(() => {
    const [rows, total] = filtered ? [found, found?.length] : (first ?? [null, null]);
    if (!names || !rows || (total === 0 && !filtered)) return null;
    return { teachers: rows.slice(0, PAGE_SIZE).map((row) => cardOf(row, names)), total: total ?? 0 };
  }, [names, filtered, found, first]);
}

function Page() {
  const [names, setNames] = useState<Names | null>(null);
  useEffect(() => {
    void loadNames().then(setNames);
  }, []);
  return <Screen names={names} useSearch={useSearch} />;
}

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const pull = () => worker.postMessage('pull');
pull();
afterFirstResults(() => subscribeToHints({ onHint: pull, onConnected: pull }));
draw(<Page />);
