import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useIdentity } from '@/auth/identity';
import { logger } from '@/lib/logger';
import { showToast } from '@/ui/toast';
import { PageFallback } from '../layouts/page-fallback';
import { type Area, judge, type Reason } from './areas';

/**
 * Lets a page be drawn for whom it is meant. From the cached identity, so at once and offline too: it keeps people
 * from pages that mean nothing to them; what data they get is the server's decision.
 */
export function Guard({ area, children }: { area: Area; children: ReactNode }) {
  const state = useIdentity();
  const { pathname, search, hash } = useLocation();
  const verdict = judge(area, state, pathname + search + hash);
  const [wasInside] = useState(verdict.kind === 'enter');

  if (verdict.kind === 'enter') return children;
  if (verdict.kind === 'wait') return <PageFallback />;
  if (!wasInside || state.identity) return <TurnedAway to={verdict.to} reason={verdict.reason} />;
  // They have just left, here or in another tab: nobody tried to get in. A session that ended may be taken up again.
  return <TurnedAway to={state.ended === null ? '/' : verdict.to} reason={null} />;
}

function TurnedAway({ to, reason }: { to: string; reason: Reason | null }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace: true });
    if (reason !== null) {
      explain(reason).catch((error: unknown) => logger.warn('Guard text', error));
    }
  }, [to, reason, navigate]);
  return null;
}

/** The texts are the account area's; pages without guards do not carry them. */
async function explain(reason: Reason): Promise<void> {
  const { GUARD } = await import('@/features/account/messages');
  await showToast({ title: GUARD[reason], id: 'guard', variant: 'destructive' });
}
