import { memo } from 'react';
import { filterText } from '@/db/availability';
import { CloseIcon } from '@/ui/icons';
import classes from './active-filters.module.css';
import type { SearchFilterControls } from './use-search-filters';

interface Removing {
  /** Moves the focus from the button, which disappears with its filter. */
  onRemove(): void;
}

interface ActiveFiltersProps
  extends Removing,
    Pick<SearchFilterControls, 'setStyle' | 'setCity' | 'setWhen'> {
  style: string;
  city: string;
  when: string;
}

/** On a phone: style, time and city that are set, each with a way to take it off. */
export const ActiveFilters = memo(function ActiveFilters({
  style,
  city,
  when,
  setStyle,
  setCity,
  setWhen,
  onRemove,
}: ActiveFiltersProps) {
  const active = [
    { key: 'style', value: style, remove: () => setStyle('') },
    { key: 'when', value: filterText(when), remove: () => setWhen('') },
    { key: 'city', value: city, remove: () => setCity('') },
  ].filter(({ value }) => value !== '');
  return active.map(({ key, value, remove }) => (
    <button
      key={key}
      type="button"
      className={classes.chip}
      onClick={() => {
        remove();
        onRemove();
      }}
      aria-label={`Remover filtro ${value}`}
    >
      <span className={classes.value}>{value}</span>
      <CloseIcon size={16} />
    </button>
  ));
});

export const ClearFilters = memo(function ClearFilters({
  clear,
  onRemove,
}: Removing & Pick<SearchFilterControls, 'clear'>) {
  return (
    <button
      type="button"
      className={classes.clear}
      onClick={() => {
        clear();
        onRemove();
      }}
    >
      Limpar Filtros
    </button>
  );
});
