import { onServerClock } from '@/lib/learn-server-clock';
import { serverNow } from '@/lib/server-clock';
import { useClock } from './use-clock';

/** The present in milliseconds by the server's clock as far as this phone knows it, kept up to date. */
export function useNow(): number {
  return useClock(serverNow, onServerClock);
}
