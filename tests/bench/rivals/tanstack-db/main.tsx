/**
 * TanStack DB: two live queries, one for the cards in sight and one for their number, over a
 * persisted collection.
 */
import { count, eq, inArray, like, useLiveQuery } from '@tanstack/react-db';
import { useEffect, useMemo, useState } from 'react';
import { PAGE_SIZE } from '@/features/teachers/schema';
import { fold } from '@/lib/text';
import { type Answer, containing, type Filters } from '../shared/filters';
import { cardOf, loadNames, type Names } from '../shared/names';
import { draw, Screen } from '../shared/screen';
import { LEXICAL, teachers } from './store';

function useSearch({ name, style, city }: Filters, names: Names | null): Answer | null {
  const part = containing(fold(name));
  const shown = useLiveQuery({
    query: (q) => {
      let found = q.from({ teacher: teachers });
      if (name !== '') found = found.where(({ teacher }) => like(teacher.folded_name, part));
      if (city !== '') found = found.where(({ teacher }) => eq(teacher.city_id, city));
      if (style !== '') found = found.where(({ teacher }) => inArray(style, teacher.style_ids));
      return found.orderBy(({ teacher }) => teacher.rank, { direction: 'asc', ...LEXICAL }).limit(PAGE_SIZE);
    },
  });
  const counted = useLiveQuery({
    query: (q) => {
      let found = q.from({ teacher: teachers });
      if (name !== '') found = found.where(({ teacher }) => like(teacher.folded_name, part));
      if (city !== '') found = found.where(({ teacher }) => eq(teacher.city_id, city));
      if (style !== '') found = found.where(({ teacher }) => inArray(style, teacher.style_ids));
      return found.select(({ teacher }) => ({ total: count(teacher.id) }));
    },
  });
  const rows = shown.data;
  const total = counted.data?.[0]?.total ?? 0;
  return useMemo(() => {
    if (!names || !rows || (rows.length === 0 && name === '')) return null;
    return { teachers: rows.map((row) => cardOf(row, names)), total };
  }, [names, rows, total, name]);
}

function Page() {
  const [names, setNames] = useState<Names | null>(null);
  useEffect(() => {
    void loadNames().then(setNames);
  }, []);
  return <Screen names={names} useSearch={useSearch} />;
}

draw(<Page />);
