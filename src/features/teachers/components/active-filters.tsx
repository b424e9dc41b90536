import { CloseIcon } from '@/ui/icons/close-icon';
import classes from './active-filters.module.css';
import type { SearchFilterControls } from './use-search-filters';

/** Style and city that are set, each with a way to take it off. */
export function ActiveFilters({ controls, onRemove }: { controls: SearchFilterControls; onRemove(): void }) {
  const { filters, setStyle, setCity } = controls;
  const active = [
    { key: 'style', value: filters.style, remove: () => setStyle('') },
    { key: 'city', value: filters.city, remove: () => setCity('') },
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
