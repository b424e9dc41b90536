import { useEffect, useState } from 'react';
import { logger } from '../logger';
import { loadMunicipalities, type Municipality } from './municipalities';

/** The list of all cities, once it is `wanted` and here; null until then, and while it cannot be had. */
export function useMunicipalities(wanted: boolean): readonly Municipality[] | null {
  const [all, setAll] = useState<readonly Municipality[] | null>(null);
  const lacks = wanted && all === null;
  useEffect(() => {
    if (!lacks) return;
    loadMunicipalities().then(setAll, (error: unknown) =>
      logger.info('The list of all cities did not load', error),
    );
  }, [lacks]);
  return all;
}
