import { startTransition, useEffect, useState } from 'react';
import { prerendered } from '@/lib/prerendered';
import { useTakenOver } from '@/lib/use-taken-over';

/** The present by this phone's own clock, for moments that were noted by it; else `useNow`. */
export function usePhoneNow(): number {
  return useClock(Date.now);
}

/**
 * The time by `read`, updated every minute and when the page becomes visible. A prerendered page begins with the time of
 * its rendering. `onChange`: calls back when the clock itself is another.
 */
export function useClock(read: () => number, onChange?: (changed: () => void) => () => void): number {
  const takenOver = useTakenOver();
  const [now, setNow] = useState(() => (takenOver ? prerendered<number>('now') : null) ?? read());
  useEffect(() => {
    const renew = () => setNow(read());
    if (takenOver) startTransition(renew);
    const timer = setInterval(renew, 60_000);
    const unfollow = onChange?.(renew);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      unfollow?.();
      document.removeEventListener('visibilitychange', renew);
    };
  }, [takenOver, read, onChange]);
  return now;
}
