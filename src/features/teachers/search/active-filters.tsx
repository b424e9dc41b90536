import { memo } from 'react';
import type { Criterion } from '@/db/search/search-rules';
import { CloseIcon } from '@/ui/more-icons';
import classes from './active-filters.module.css';
import { criterionText } from './criteria-words';
import type { SearchFilterControls } from './use-search-filters';

interface Removing {
  /** Moves the focus from the button, which disappears with its filter. */
  onRemove(): void;
}

interface ActiveFiltersProps
  extends Removing,
    Pick<SearchFilterControls, 'setStyle' | 'setCity' | 'setCriterion'> {
  style: string;
  city: string;
  /** The set criteria as a query, equal texts for equal criteria. */
  criteria: string;
}

/** The filters that are set, each with a way to take it off. */
export default memo(function ActiveFilters({
  style,
  city,
  criteria,
  setStyle,
  setCity,
  setCriterion,
  onRemove,
}: ActiveFiltersProps) {
  const asked = [...new URLSearchParams(criteria)] as [Criterion, string][];
  const active = [
    { key: 'style', value: style, remove: () => setStyle('') },
    ...asked.map(([name, value]) => ({
      key: name,
      value: criterionText(name, value),
      remove: () => setCriterion(name, ''),
    })),
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
