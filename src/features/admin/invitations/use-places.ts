import { useMemo } from 'react';
import { useMunicipalities } from '@/lib/brazil/use-municipalities';
import { fold } from '@/lib/text';
import { useNames } from '@/reads/use-names';
import type { Places } from './invitation-file';

/** Every city of Brazil with the id that it has here, and the offered styles. */
export function usePlaces(): Places {
  const { cities, everyCity, styles } = useNames();
  const all = useMunicipalities(true);
  return useMemo(() => {
    const known = new Map(everyCity.map(({ id, name }) => [fold(name), id]));
    const open = new Set(cities.map(({ name }) => fold(name)));
    const others = (all ?? []).filter(({ name }) => !open.has(fold(name)));
    return {
      cities: [...cities, ...others.map(({ id, name }) => ({ id: known.get(fold(name)) ?? id, name }))],
      styles,
    };
  }, [cities, everyCity, styles, all]);
}
