import { Button } from '@mantine/core';
import { memo, useRef, useState } from 'react';
import { TextField } from '@/ui/fields';
import { FilterIcon } from '@/ui/icons/filter-icon';
import { SearchIcon } from '@/ui/icons/search-icon';
import { useLargeScreen } from '@/ui/use-large-screen';
import { ActiveFilters } from './active-filters';
import { CitySelect, StyleSelect } from './filter-selects';
import { FilterSheet } from './filter-sheet';
import classes from './search-form.module.css';
import { countFilters, FILTER_MAX_LENGTH } from './search-url';
import type { SearchFilterControls } from './use-search-filters';

interface SearchFormProps {
  controls: SearchFilterControls;
  total: number | null;
}

/** Name always in sight; style and city in line on large screens, in a sheet on phones. */
export const SearchForm = memo(function SearchForm({ controls, total }: SearchFormProps) {
  const { filters, setName, setStyle, setCity, clear } = controls;
  const large = useLargeScreen();
  const [sheet, setSheet] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // The button that was pressed goes with the filter: the focus would be nowhere.
  const keepFocus = () => opener.current?.focus();
  const chosen = countFilters({ ...filters, name: '' });
  const any = countFilters(filters) > 0;

  return (
    <search className={classes.search}>
      <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
        <TextField
          className={classes.name ?? ''}
          label="Nome do Professor"
          placeholder="Ex.: Marina"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={FILTER_MAX_LENGTH}
          leftSection={<SearchIcon size={20} />}
          value={filters.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {large ? (
          <>
            <StyleSelect value={filters.style} onChange={setStyle} />
            <CitySelect value={filters.city} onChange={setCity} />
            <Button variant="outline" onClick={clear}>
              Limpar Filtros
            </Button>
          </>
        ) : null}
      </form>
      {large ? null : (
        <div className={classes.chips}>
          <button
            ref={opener}
            type="button"
            className={classes.filters}
            aria-haspopup="dialog"
            data-on={chosen > 0 || undefined}
            onClick={() => setSheet(true)}
          >
            <FilterIcon size={20} />
            {chosen > 0 ? `Filtros · ${chosen}` : 'Filtros'}
          </button>
          <ActiveFilters controls={controls} onRemove={keepFocus} />
          {any ? (
            <button
              type="button"
              className={classes.clear}
              onClick={() => {
                clear();
                keepFocus();
              }}
            >
              Limpar Filtros
            </button>
          ) : null}
        </div>
      )}
      {sheet && !large ? (
        <FilterSheet controls={controls} total={total} onClose={() => setSheet(false)} />
      ) : null}
    </search>
  );
});
