import { filterText } from '@/db/availability';
import { CloseIcon } from '@/ui/icons';
import classes from './active-filters.module.css';
import type { SearchFilterControls } from './use-search-filters';

interface ActiveFiltersProps extends Pick<SearchFilterControls, 'setStyle' | 'setCity' | 'setWhen'> {
  style: string;
  city: string;
  when: string;
  onRemove(): void;
}

/** Style and city that are set, each with a way to take it off. */
export function ActiveFilters({
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
    { key: 'city', value: city, remove: () => setCity('') },
    { key: 'when', value: filterText(when), remove: () => setWhen('') },
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
}
