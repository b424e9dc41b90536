import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useIdentity } from '@/auth/identity';
import { type Benefit, benefitsOf } from './benefits';
import { OwnSupportKeeper, STALE_AFTER } from './own-support';
import type { SupporterTier } from './schema';

const keeper = new OwnSupportKeeper();

export interface Benefits {
  /** The signed-in user's own tier; null for visitors, without a support, and while unknown. */
  tier: SupporterTier | null;
  has(benefit: Benefit): boolean;
}

/** The signed-in user's benefits: the stored ones at once, requested again when 15 minutes old. */
export function useBenefits(): Benefits {
  const userId = useIdentity().identity?.userId ?? null;
  const get = () => keeper.of(userId);
  const support = useSyncExternalStore(keeper.subscribe, get, get);
  const tier = support?.tier ?? null;

  useEffect(() => {
    if (userId === null) return undefined;
    const refresh = () => {
      if (document.visibilityState === 'visible') void keeper.refresh(userId);
    };
    refresh();
    const timer = setInterval(refresh, STALE_AFTER);
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('online', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('online', refresh);
    };
  }, [userId]);

  return useMemo(() => {
    const benefits = benefitsOf(tier);
    return { tier, has: (benefit) => benefits.includes(benefit) };
  }, [tier]);
}
