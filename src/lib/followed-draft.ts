import { useEffect, useEffectEvent } from 'react';

/**
 * The same draft in two tabs is one draft: calls `onChange` when another tab has kept, changed or let go of what is stored
 * under `key` in localStorage. The tab that stores it hears nothing. Null: there is nothing to follow.
 */
export function useFollowedDraft(key: string | null, onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (key === null) return undefined;
    // `key` is null when another tab has emptied the whole storage.
    const onStorage = (event: StorageEvent) => {
      if (event.storageArea === localStorage && (event.key === key || event.key === null)) changed();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [key]);
}
