import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useIdentity } from '@/auth/identity';
import { readGone } from '@/auth/leaving/gone';
import { logger } from '@/lib/logger';
import { showToast } from '@/ui/toast';

const TermsDueDialog = lazy(() => import('@/features/account/entering/terms-due-dialog'));

const GoneDialog = lazy(() => import('@/features/outbox/components/gone-dialog'));

/** Pages where the terms can be read before they are accepted. */
const LEGAL = ['/terms-of-use', '/privacy-policy'];

/** Session messages on every page: the server ended the session, or newer terms wait for acceptance. */
export function SessionWatch() {
  const { identity, ended } = useIdentity();
  const { pathname } = useLocation();
  const terms = identity?.state === 'active' ? identity.termsDue : null;

  const [gone, setGone] = useState<string | null>(null);
  const onGone = useCallback(() => setGone(null), []);

  useEffect(() => {
    // Also after a reload or a killed browser: shown until it was read.
    setGone(readGone());
    if (ended !== 'revoked') return;
    import('@/features/account/messages')
      .then(({ LOGOUT }) => showToast({ title: LOGOUT.revoked, id: 'session' }))
      .catch((error: unknown) => logger.warn('The session message did not load', error));
  }, [ended]);

  if (gone !== null) {
    return (
      <Suspense fallback={null}>
        <GoneDialog userId={gone} onDone={onGone} />
      </Suspense>
    );
  }
  if (!terms || LEGAL.includes(pathname)) return null;
  return (
    <Suspense fallback={null}>
      <TermsDueDialog terms={terms} />
    </Suspense>
  );
}
