import { Button } from '@mantine/core';
import { learnMyCity, useMyCity } from '@/reads/my-city';
import type { NamesLookup } from '@/reads/use-names';
import { CityFilter } from '@/ui/city/city-filter';
import { StyleFilter } from '@/ui/dance-styles/style-filter';
import { SelectField } from '@/ui/fields';
import type { EventFilters as Filters } from '../filters';
import { type DanceEvent, type EventKind, KINDS } from '../schema';
import classes from './events.module.css';

interface EventFiltersProps {
  filters: Filters;
  /** Events that the options come from: a filter value without events is not offered. */
  events: readonly DanceEvent[];
  names: NamesLookup;
  onChange(part: Partial<Filters>): void;
}

export function EventFilters({ filters, events, names, onChange }: EventFiltersProps) {
  const { name: own } = useMyCity();
  const cities = present(
    events.map(({ cityId }) => names.cityName(cityId)),
    filters.city,
  );
  const styles = present(
    events.flatMap(({ styleIds }) => styleIds.map((id) => names.styleName(id))),
    filters.style,
  );
  const kinds = (Object.keys(KINDS) as EventKind[]).filter(
    (kind) => kind === filters.kind || events.some((event) => event.kind === kind),
  );
  const offer = own !== null && filters.city === '' && cities.includes(own) ? own : null;
  const any = filters.city || filters.style || filters.kind;
  return (
    <form
      className={classes.filters}
      aria-label="Filtrar eventos"
      onSubmit={(event) => event.preventDefault()}
    >
      <CityFilter
        name="cidade"
        all="Todas"
        items={cities.map((name) => ({ id: name, name }))}
        status="ready"
        first={own === null ? [] : [own]}
        value={filters.city}
        onChange={(city) => {
          learnMyCity(city);
          onChange({ city });
        }}
      />
      <StyleFilter
        name="estilo"
        all="Todos"
        items={styles.map((name) => ({ id: name, name }))}
        status="ready"
        value={filters.style}
        onChange={(style) => onChange({ style })}
      />
      <SelectField
        label="Tipo"
        name="tipo"
        value={filters.kind}
        data={[{ value: '', label: 'Todos' }, ...kinds.map((kind) => ({ value: kind, label: KINDS[kind] }))]}
        onChange={(event) => onChange({ kind: event.currentTarget.value as EventKind | '' })}
      />
      {offer ? (
        <Button variant="outline" onClick={() => onChange({ city: offer })}>
          Só em {offer}
        </Button>
      ) : null}
      {any ? (
        <Button variant="subtle" onClick={() => onChange({ city: '', style: '', kind: '' })}>
          Limpar filtros
        </Button>
      ) : null}
    </form>
  );
}

/** Each name once, in its original order, always including the chosen one. */
function present(names: readonly (string | null)[], chosen: string): string[] {
  const all = new Set([...names.flatMap((name) => name ?? []), ...(chosen ? [chosen] : [])]);
  return [...all].sort((a, b) => a.localeCompare(b, 'pt-BR'));
}
