import type { NameKind } from '../name-field/name-search';

/** Filtering starts at two characters (000 §5). */
export const CITIES: NameKind = {
  list: 'Cidades',
  loading: 'Carregando cidades…',
  none: 'Nenhuma cidade encontrada.',
  unlisted: 'não está na lista de cidades.',
  startsAt: 2,
};
