import { useEffect, useRef, useState } from 'react';
import { SelectField } from '@/ui/fields';
import { SearchField } from '@/ui/search-field';
import { PlaceChoice } from '../core/place-choice';
import { ExportButton } from './export-button';
import type { Row } from './list';
import classes from './table.module.css';
import type { AdminTableProps } from './table-props';
import type { List } from './use-list';

/** Debounce in milliseconds between typing and the request. */
const PAUSE = 300;

export function Toolbar<R extends Row>({
  list,
  label,
  columns,
  searchLabel,
  fileName,
  large,
}: AdminTableProps<R> & { large: boolean }) {
  return (
    <search className={classes.toolbar} aria-label={`Filtros: ${label}`}>
      {searchLabel === null ? null : <Search label={searchLabel} list={list} />}
      {large ? <Filters list={list} /> : <PhoneFilters list={list} />}
      {fileName === null ? null : <ExportButton list={list} columns={columns} fileName={fileName} />}
    </search>
  );
}

function Filters<R extends Row>({ list: { address, filters } }: { list: List<R> }) {
  return filters.map(({ key, label, options, place }) => {
    const value = address.filters[key] ?? '';
    const change = (next: string) => address.change({ [key]: next });
    return place ? (
      <PlaceChoice key={key} kind={place} label={label} options={options} value={value} onChange={change} />
    ) : (
      <SelectField
        key={key}
        label={label}
        value={value}
        data={[{ value: '', label: 'Todos' }, ...options]}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    );
  });
}

/** Filters on a phone, collapsed so that the list stays in view. */
function PhoneFilters<R extends Row>({ list }: { list: List<R> }) {
  const { address, filters, sorts } = list;
  const set = Object.keys(address.filters).length;
  if (filters.length === 0 && sorts.length < 2) return null;
  return (
    <details className={classes.filters}>
      <summary>{set === 0 ? 'Filtros e ordem' : `Filtros e ordem (${set})`}</summary>
      <Filters list={list} />
      {sorts.length < 2 ? null : (
        <SelectField
          label="Ordem"
          value={address.sort}
          data={sorts.map(({ key, label }) => ({ value: key, label }))}
          onChange={({ currentTarget: { value } }) => address.change({ sort: value })}
        />
      )}
    </details>
  );
}

function Search<R extends Row>({ label, list }: { label: string; list: List<R> }) {
  const { q, change } = list.address;
  const [text, setText] = useState(q);
  const asked = useRef(q);
  useEffect(() => {
    // The address was changed by the back button, not by typing: show its search text.
    if (asked.current !== q) setText(q);
    asked.current = q;
  }, [q]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer depends on the typed text, not on the address.
  useEffect(() => {
    if (text.trim() === q) return undefined;
    const timer = setTimeout(() => {
      asked.current = text.trim();
      change({ q: text.trim() });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      label={label}
      name="q"
      placeholder="Digite para buscar"
      value={text}
      maxLength={80}
      onChange={setText}
    />
  );
}
