import { NameFilter, type NameFilterProps } from '../name-field/name-filter';
import type { NameKind } from '../name-field/name-search';

interface CityFilterProps extends Omit<NameFilterProps, 'kind' | 'label' | 'all'> {
  label?: string;
  all?: string;
}

/** Filters by a city. */
export function CityFilter(props: CityFilterProps) {
  return <NameFilter kind={CITIES} label="Cidade" all="Todas as cidades" {...props} />;
}

/** Filtering starts at two characters (000 §5). */
export const CITIES: NameKind = {
  list: 'Cidades',
  loading: 'Carregando cidades…',
  none: 'Nenhuma cidade encontrada.',
  unlisted: 'não está na lista de cidades.',
  startsAt: 2,
};
