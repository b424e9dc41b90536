import { useEffect, useEffectEvent } from 'react';

/**
 * Keeps a draft the same in two tabs: calls `onChange` when another tab has stored, changed or deleted the value under
 * `key` in localStorage. The tab that stores it is not called. Null: nothing to follow.
 */
export function useFollowedDraft(key: string | null, onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (key === null) return undefined;
    // The event's `key` is null when another tab has cleared the whole storage.
    const onStorage = (event: StorageEvent) => {
      if (event.storageArea === localStorage && (event.key === key || event.key === null)) changed();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [key]);
}
