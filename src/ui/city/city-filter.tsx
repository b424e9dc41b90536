import { NameField, type NameFieldProps } from '../name-field/name-field';
import { NameFilter, type NameFilterProps } from '../name-field/name-filter';
import type { NameKind } from '../name-field/name-search';

interface CityFilterProps extends Omit<NameFilterProps, 'kind' | 'label' | 'all'> {
  label?: string;
  all?: string;
}

/** Filters by a city, or chooses one in a form. */
export function CityFilter(props: CityFilterProps) {
  return <NameFilter kind={CITIES} label="Cidade" all="Todas as cidades" {...props} />;
}

/** Chooses a city; a text that is no city of the list is reported too. */
export function CityField(props: Omit<NameFieldProps, 'kind' | 'label'>) {
  return <NameField kind={CITIES} label="Cidade" {...props} />;
}

/** Filtering starts at two characters (000 §5). */
export const CITIES: NameKind = {
  list: 'Cidades',
  loading: 'Carregando cidades…',
  none: 'Nenhuma cidade encontrada.',
  unlisted: 'não está na lista de cidades.',
  startsAt: 2,
};
