import { useEffect, useEffectEvent } from 'react';
import { onStoredElsewhere } from './stored-elsewhere';

/**
 * Keeps a draft the same in two tabs: calls `onChange` when another tab has stored, changed or deleted the value under
 * `key`. The tab that stores it is not called. Null: nothing to follow.
 */
export function useFollowedDraft(key: string | null, onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    return key === null ? undefined : onStoredElsewhere(key, changed);
  }, [key]);
}
