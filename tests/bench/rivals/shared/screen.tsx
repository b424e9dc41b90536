/**
 * The search screen that all rivals draw: the app's own field, selects and cards, without its header, sheet, pages and
 * notices. That makes it cheaper than the app's; the difference is on the rivals' side.
 */
import { foundText } from '../../found-text.ts';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Button.css';
import '@/ui/global.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import type { NamedEntry } from '@/db/search/search-record';
import { TeacherGrid } from '@/features/teachers/cards/teacher-grid';
import type { TeacherCard } from '@/features/teachers/schema';
import { SelectField } from '@/ui/fields';
import { SearchField } from '@/ui/search-field';
import { theme } from '@/ui/theme';
import { useAfterPaint } from '@/ui/use-after-paint';
import { type Answer, type Filters, NO_FILTERS } from './filters';
import type { Names } from './names';
import classes from './screen.module.css';
import { afterFirstResults, registerWorker } from './tell';

const NOBODY: TeacherCard[] = [];
/** Like the app: the cards in sight are drawn first, the others when typing pauses. */
const IN_SIGHT = 2;
const BETWEEN_KEYS = 200;

/** A rival's answer; null until there is one. */
export type UseSearch = (filters: Filters, names: Names | null) => Answer | null;

export function Screen({ names, useSearch }: { names: Names | null; useSearch: UseSearch }) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const [typed, setTyped] = useState(false);
  const answer = useSearch(filters, names);
  const all = answer?.teachers ?? NOBODY;
  const settled = useAfterPaint(all, typed ? BETWEEN_KEYS : 0);
  const shown = useMemo(() => {
    if (settled === all || settled.length === 0) return all;
    const first = all.slice(0, IN_SIGHT);
    const ids = new Set(first.map(({ id }) => id));
    return [...first, ...settled.slice(IN_SIGHT).filter(({ id }) => !ids.has(id))];
  }, [all, settled]);
  const change = (part: Partial<Filters>) => {
    setTyped(part.name !== undefined);
    setFilters((before) => ({ ...before, ...part }));
  };
  return (
    <main className={classes.page}>
      <search className={classes.filters}>
        <SearchField
          name="q"
          label="Nome do Professor"
          placeholder="Ex.: Marina"
          maxLength={80}
          value={filters.name}
          onChange={(name) => change({ name })}
        />
        <NameSelect
          label="Estilo de Dança"
          all="Todos os estilos"
          names={names?.danceStyles}
          value={filters.style}
          onChange={(style) => change({ style })}
        />
        <NameSelect
          label="Cidade"
          all="Todas as cidades"
          names={names?.cities}
          value={filters.city}
          onChange={(city) => change({ city })}
        />
      </search>
      <p role="status">{answer ? foundText(answer.total) : 'Buscando professores...'}</p>
      <TeacherGrid teachers={shown} />
    </main>
  );
}

interface NameSelectProps {
  label: string;
  all: string;
  names: ReadonlyMap<string, NamedEntry> | undefined;
  value: string;
  onChange(value: string): void;
}

function NameSelect({ label, all, names, value, onChange }: NameSelectProps) {
  const data = useMemo(
    () => [
      { value: '', label: all },
      ...[...(names?.values() ?? [])]
        .filter(([, , active]) => active)
        .map(([id, name]) => ({ value: id, label: name })),
    ],
    [all, names],
  );
  return (
    <SelectField
      label={label}
      data={data}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Draws a rival's page, and installs its worker once results are visible. */
export function draw(page: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('There is nothing to draw in');
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} forceColorScheme="light">
        <MemoryRouter>{page}</MemoryRouter>
      </MantineProvider>
    </StrictMode>,
  );
  afterFirstResults(registerWorker);
}
