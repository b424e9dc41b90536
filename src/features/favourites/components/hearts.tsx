import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useFavourites, useMayFavour } from '../queries';
import { Heart } from './heart';
import { useFavouriteToggle } from './use-favourite-toggle';

interface Teacher {
  id: string;
  name: string;
}

/**
 * Provides lists with the hearts for their cards' corners, through one subscription for all cards. Renders nothing
 * itself.
 */
export default function Hearts({
  onCorner,
}: {
  /** Must be stable. Receives null when this user cannot have favourites. */
  onCorner(corner: ((teacher: Teacher) => ReactNode) | null): void;
}) {
  const who = useMayFavour();
  const { ids, saving } = useFavourites().data;
  const toggle = useFavouriteToggle(who ?? 'visitor');
  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  const onToggle = useCallback((teacher: Teacher, wanted: boolean) => latest.current(teacher, wanted), []);
  useEffect(() => {
    if (who === null) return onCorner(null);
    const set = new Set(ids);
    onCorner(({ id, name }) => (
      <Heart id={id} name={name} pressed={set.has(id)} saving={saving.has(id)} onToggle={onToggle} />
    ));
  }, [who, ids, saving, onToggle, onCorner]);
  return null;
}
