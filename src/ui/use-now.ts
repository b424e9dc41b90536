import { startTransition, useEffect, useState } from 'react';
import { prerendered } from '@/lib/prerendered';
import { useTakenOver } from '@/lib/use-taken-over';

/**
 * The present in milliseconds, updated every minute and when the page becomes visible. A prerendered page begins with
 * the time of its rendering.
 */
export function useNow(): number {
  const takenOver = useTakenOver();
  const [now, setNow] = useState(() => (takenOver ? prerendered<number>('now') : null) ?? Date.now());
  useEffect(() => {
    const renew = () => setNow(Date.now());
    if (takenOver) startTransition(renew);
    const timer = setInterval(renew, 60_000);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [takenOver]);
  return now;
}
