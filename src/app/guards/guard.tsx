import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useIdentity } from '@/auth/identity';
import { GUARD } from '@/features/account/messages';
import { showToast } from '@/ui/toast';
import { PageFallback } from '../layouts/page-fallback';
import type { Area } from '../routes/row';
import { judge, type Reason } from './judge';

/**
 * Lets a page be drawn for whom it is meant. From the cached identity, so at once and offline too: it keeps people
 * from pages that mean nothing to them; what data they get is the server's decision.
 */
export default function Guard({ area, children }: { area: Area; children: ReactNode }) {
  const state = useIdentity();
  const { pathname, search, hash } = useLocation();
  const verdict = judge(area, state, pathname + search + hash);
  const [wasInside] = useState(verdict.kind === 'enter');

  if (verdict.kind === 'enter') return children;
  if (verdict.kind === 'wait') return <PageFallback />;
  if (!wasInside || state.identity) return <TurnedAway to={verdict.to} reason={verdict.reason} />;
  // They have just left, here or in another tab: nobody tried to get in. A session that ended may be taken up again.
  return <TurnedAway to={state.ended === 'revoked' ? verdict.to : '/'} reason={null} />;
}

function TurnedAway({ to, reason }: { to: string; reason: Reason | null }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace: true });
    if (reason !== null) void showToast({ title: GUARD[reason], id: 'guard', variant: 'destructive' });
  }, [to, reason, navigate]);
  return null;
}
