import classes from './active-filters.module.css';
import type { SearchFilterControls } from './use-search-filters';

interface ClearFiltersProps extends Pick<SearchFilterControls, 'clear'> {
  /** Moves the focus from the button, which disappears with the filters. */
  onRemove(): void;
}

export function ClearFilters({ clear, onRemove }: ClearFiltersProps) {
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
}
