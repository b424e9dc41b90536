import { CloseIcon } from '@/ui/icons';
import classes from './active-filters.module.css';
import type { SearchFilterControls } from './use-search-filters';

interface ActiveFiltersProps extends Pick<SearchFilterControls, 'setStyle' | 'setCity'> {
  style: string;
  city: string;
  onRemove(): void;
}

/** The chosen style and city, each with a button that removes it. */
export function ActiveFilters({ style, city, setStyle, setCity, onRemove }: ActiveFiltersProps) {
  const active = [
    { key: 'style', value: style, remove: () => setStyle('') },
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
}
