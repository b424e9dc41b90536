import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useIdentity } from '@/auth/identity';
import { GUARD } from '@/features/account/messages';
import { visitorRequests } from '@/features/lessons/request-draft';
import type { Href } from '@/lib/paths';
import { useNavigate } from '@/ui/navigate';
import { showToast } from '@/ui/toast';
import { PageFallback } from '../layouts/page-fallback';
import type { Area } from '../routes/row';
import { judge, type Reason } from './judge';

const KeptRequest = lazy(() => import('@/features/lessons/components/kept-request'));

interface GuardProps {
  area: Area;
  /** The page is open to visitors as well. */
  visitors: boolean;
  children: ReactNode;
}

/**
 * Renders a page only for its audience. Decided from the cached identity, so at once and offline too: this only keeps
 * people away from pages that are useless to them; the server decides about data.
 */
export default function Guard({ area, visitors, children }: GuardProps) {
  const state = useIdentity();
  const { pathname, search, hash } = useLocation();
  const [wasSignedIn, setSignedIn] = useState(state.identity !== null);
  if (state.identity && !wasSignedIn) setSignedIn(true);
  // A person who signs out leaves this page, even where it is open to visitors: its content was theirs.
  const verdict = judge(area, state, pathname + search + hash, visitors && !wasSignedIn);
  const [kept, setKept] = useState(visitors ? visitorRequests : []);
  const [wasInside] = useState(verdict.kind === 'enter');

  if (verdict.kind === 'enter') return children;
  if (verdict.kind === 'wait') return <PageFallback />;
  // The person filled a request as a visitor, then entered as a teacher: says where the text is.
  if (visitors && kept.length > 0 && state.identity?.role === 'teacher') {
    return (
      <Suspense fallback={<PageFallback />}>
        <KeptRequest requests={kept} onDelete={() => setKept([])} />
      </Suspense>
    );
  }
  if (!wasInside || state.identity) return <TurnedAway to={verdict.to} reason={verdict.reason} />;
  // The person has just signed out, here or in another tab, and did not try to open this page. After a revoked session
  // the login leads back here.
  return <TurnedAway to={state.ended === 'revoked' ? verdict.to : '/'} reason={null} />;
}

function TurnedAway({ to, reason }: { to: Href; reason: Reason | null }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace: true });
    if (reason === null) return;
    const toast = { title: GUARD[reason], id: 'guard' };
    // A visitor did nothing wrong, and the login is a form.
    if (reason === 'signedOut') void showToast({ ...toast, place: 'top' });
    else void showToast({ ...toast, variant: 'destructive' });
  }, [to, reason, navigate]);
  return null;
}
