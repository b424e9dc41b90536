/** The time zone of a teacher's city, in which the lessons are. */
import { useMemo } from 'react';
import { useMunicipalities } from '@/lib/brazil/use-municipalities';
import { fold } from '@/lib/text';
import { isZone } from '@/lib/wall-time';
import { useCatalog } from './use-catalog';

/**
 * IANA name; null while it is not `wanted`, and where the teacher's city or the list of all cities is not on this phone.
 */
export function useTeacherZone(teacherId: string, wanted: boolean): string | null {
  const { index, cities } = useCatalog();
  const cityId = index.byId(teacherId)?.cityId ?? null;
  const name = cityId === null ? null : (cities.get(cityId)?.[1] ?? null);
  const all = useMunicipalities(wanted && name !== null);
  return useMemo(() => {
    const city = name === null ? '' : fold(name);
    const zone = all?.find((one) => fold(one.name) === city)?.zone;
    return zone !== undefined && isZone(zone) ? zone : null;
  }, [all, name]);
}
