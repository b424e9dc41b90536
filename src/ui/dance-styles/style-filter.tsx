import { useMemo } from 'react';
import { NameFilter, type NameFilterProps } from '../name-field/name-filter';
import { popularOf } from './popular';

interface StyleFilterProps extends Omit<NameFilterProps, 'kind' | 'label' | 'all' | 'first'> {
  label?: string;
  all?: string | null;
}

/** Filters by a dance style, or chooses one in a form; the popular styles come first. */
export function StyleFilter(props: StyleFilterProps) {
  const { items } = props;
  const first = useMemo(() => popularOf(items).map(({ id }) => id), [items]);
  return <NameFilter kind="estilos" label="Estilo" all="Todos os estilos" first={first} {...props} />;
}
