import { useEffect, useSyncExternalStore } from 'react';
import { catalogStore } from '@/db/catalog';

/** The names of styles by id, those that are no longer offered too. */
export function useStyleNames(): (id: string) => string | null {
  const { danceStyles } = useSyncExternalStore(catalogStore.subscribe, catalogStore.get, catalogStore.get);
  useEffect(() => void catalogStore.open(), []);
  return (id) => danceStyles.get(id)?.[1] ?? null;
}
