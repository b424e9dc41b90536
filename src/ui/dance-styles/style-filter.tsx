import { useMemo } from 'react';
import { NameFilter, type NameFilterProps } from '../name-field/name-filter';
import type { NameKind } from '../name-field/name-search';
import { popularOf } from './popular';

/** There are few styles, so the first letter already helps. */
const STYLES: NameKind = {
  list: 'Estilos',
  loading: 'Carregando estilos…',
  none: 'Nenhum estilo encontrado.',
  unlisted: 'não está na lista de estilos.',
  startsAt: 1,
};

interface StyleFilterProps extends Omit<NameFilterProps, 'kind' | 'label' | 'all' | 'first'> {
  label?: string;
  all?: string | null;
}

/** Filters by a dance style, or chooses one in a form; the popular styles come first. */
export function StyleFilter(props: StyleFilterProps) {
  const { items } = props;
  const first = useMemo(() => popularOf(items).map(({ id }) => id), [items]);
  return <NameFilter kind={STYLES} label="Estilo" all="Todos os estilos" first={first} {...props} />;
}
