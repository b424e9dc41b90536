import { NameFilter, type NameFilterProps } from '../name-field/name-filter';
import { CITIES } from './city-kind';

interface CityFilterProps extends Omit<NameFilterProps, 'kind' | 'label' | 'all'> {
  label?: string;
  all?: string;
}

/** Filters by a city, or chooses one in a form. */
export function CityFilter(props: CityFilterProps) {
  return <NameFilter kind={CITIES} label="Cidade" all="Todas as cidades" {...props} />;
}
