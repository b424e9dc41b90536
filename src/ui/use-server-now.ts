import { onServerClock, serverNow } from '@/lib/server-clock';
import { useClock } from './use-now';

/** As `useNow`, by the server's clock as far as this phone knows it. */
export function useServerNow(): number {
  return useClock(serverNow, onServerClock);
}
