import { useMemo } from 'react';
import { useNames } from '@/reads/use-names';
import type { Filter } from '../table/address';

/** List filters for city and dance style, with options from the device's copy of the catalogue. */
export function usePlaceFilters(): { city: Filter; style: Filter } {
  const { cities, styles } = useNames();
  return useMemo(() => {
    const options = (names: readonly { id: string; name: string }[]) =>
      names.map(({ id, name }) => ({ value: id, label: name }));
    return {
      city: { key: 'city_id', label: 'Cidade', options: options(cities), place: 'city' },
      style: { key: 'dance_style_id', label: 'Estilo', options: options(styles), place: 'style' },
    };
  }, [cities, styles]);
}
