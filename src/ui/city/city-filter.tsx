import { NameFilter, type NameFilterProps } from '../name-field/name-filter';

interface CityFilterProps extends Omit<NameFilterProps, 'kind' | 'label' | 'all'> {
  label?: string;
  all?: string;
}

/** Filters by a city. */
export function CityFilter(props: CityFilterProps) {
  return <NameFilter kind="cidades" label="Cidade" all="Todas as cidades" {...props} />;
}
