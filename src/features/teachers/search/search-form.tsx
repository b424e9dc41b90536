import { Button } from '@mantine/core';
import { memo, type RefObject, useCallback, useState } from 'react';
import { FilterIcon } from '@/ui/icons';
import { later } from '@/ui/later';
import { onDemand } from '@/ui/on-demand';
import { SearchField } from '@/ui/search-field';
import { useScreen } from '@/ui/use-large-screen';
import { CityChoice, StyleChoice, WhenSelect } from './filter-selects';
import classes from './search-form.module.css';
import { criteriaKey, criteriaOf, FILTER_MAX_LENGTH } from './search-url';
import type { SearchFilterControls } from './use-search-filters';

/** Not in the first bundle: the first results do not need it. */
const [FilterSheet, usePreparedSheet] = onDemand(() => import('./filter-sheet'));
/** Only after a criterion was chosen. */
const ActiveFilters = later(() => import('./active-filters'));

interface SearchFormProps {
  controls: SearchFilterControls;
  total: number | null;
  /** The button that opens the filters on a phone. */
  opener: RefObject<HTMLButtonElement | null>;
}

/**
 * The name field is always visible. All filters are in a sheet on phones; on large screens style, city and time are in
 * line, the rest is in the sheet and, once set, below the line.
 */
export const SearchForm = memo(function SearchForm({ controls, total, opener }: SearchFormProps) {
  const { filters, setName, setStyle, setCity, setCriterion, clear } = controls;
  const { style, city, when = '' } = filters;
  const large = useScreen();
  // Number of presses of the filter button since the sheet last closed; 0 while it is closed.
  const [asked, setAsked] = useState(0);
  usePreparedSheet();
  const openSheet = useCallback(() => setAsked((times) => times + 1), []);
  const setWhen = useCallback((value: string) => setCriterion('when', value), [setCriterion]);
  const criteria = criteriaOf(filters);
  const chosen = [style, city].filter((value) => value !== '').length + criteria.length;
  // The time is in line there.
  const others = criteriaKey({ ...filters, when: '' });
  // The focused button disappears with its criterion.
  const moveFocus = useCallback(() => opener.current?.focus(), [opener]);

  return (
    <search className={classes.search} data-any-screen={large === null || undefined}>
      <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
        <SearchField
          className={classes.name}
          label="Nome do Professor"
          name="name"
          placeholder="Nome, ex.: Marina"
          maxLength={FILTER_MAX_LENGTH}
          value={filters.name}
          onChange={setName}
        />
        {/* A form with two text fields is sent by Enter only if it has a button, before scripts have loaded. */}
        <button type="submit" hidden>
          Buscar
        </button>
        {large !== false ? (
          <FilterRow
            {...{ style, city, when, setStyle, setCity, setWhen, clear }}
            opener={large ? opener : null}
            onOpen={openSheet}
          />
        ) : null}
      </form>
      {large !== true ? <FilterButton opener={opener} chosen={chosen} onOpen={openSheet} /> : null}
      {large && others !== '' ? (
        <div className={classes.set}>
          <ActiveFilters
            style=""
            city=""
            criteria={others}
            {...{ setStyle, setCity, setCriterion }}
            onRemove={moveFocus}
          />
        </div>
      ) : null}
      {asked > 0 ? (
        <FilterSheet
          asked={asked}
          controls={controls}
          isRest={large === true}
          total={total}
          onClose={() => setAsked(0)}
        />
      ) : null}
    </search>
  );
});

interface FilterProps extends Pick<SearchFilterControls, 'setStyle' | 'setCity' | 'clear'> {
  setWhen(when: string): void;
  /** Null where the button for phones has it. */
  opener: RefObject<HTMLButtonElement | null> | null;
  onOpen(): void;
  style: string;
  city: string;
  when: string;
}

/** Apart from the name, whose keys leave them as they are. */
const FilterRow = memo(function FilterRow({
  style,
  city,
  when,
  setStyle,
  setCity,
  setWhen,
  clear,
  opener,
  onOpen,
}: FilterProps) {
  return (
    <>
      <StyleChoice name="style" value={style} onChange={setStyle} />
      <CityChoice name="city" value={city} onChange={setCity} />
      <WhenSelect name="when" value={when} onChange={setWhen} />
      <Button ref={opener} variant="default" aria-haspopup="dialog" onClick={onOpen}>
        Mais filtros
      </Button>
      <Button variant="outline" onClick={clear}>
        Limpar Filtros
      </Button>
    </>
  );
});

interface FilterButtonProps {
  opener: RefObject<HTMLButtonElement | null>;
  /** Number of filters that the sheet holds and that are set. */
  chosen: number;
  onOpen(): void;
}

const FilterButton = memo(function FilterButton({ opener, chosen, onOpen }: FilterButtonProps) {
  return (
    <button
      ref={opener}
      type="button"
      className={classes.filters}
      aria-haspopup="dialog"
      data-on={chosen > 0 || undefined}
      onClick={onOpen}
    >
      <FilterIcon size={20} />
      {chosen > 0 ? `Filtros · ${chosen}` : 'Filtros'}
    </button>
  );
});
