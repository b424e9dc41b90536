/** Whether nobody teaches here at all. Pages then say so first, and make no statement about teachers. */
import { useMemo } from 'react';
import type { Catalog } from '@/db/memory/catalog';
import { prerendered } from '@/lib/prerendered';
import { useCatalog } from './use-catalog';

const EVERYBODY = { name: '', cityIds: null, styleIds: null, without: new Set<string>() };

/** No listing counts today; blocked teachers do count. */
export const hasNobody = ({ index }: Pick<Catalog, 'index'>): boolean =>
  index.search(EVERYBODY, 0, 0).total === 0;

/** From the phone's listings once all are there, else from the page. False while it is not known. */
export function useNobody(): boolean {
  const catalog = useCatalog();
  return useMemo(
    () =>
      catalog.phase === 'complete' || catalog.index.size > 0
        ? hasNobody(catalog)
        : prerendered<boolean>('nobody') === true,
    [catalog],
  );
}
