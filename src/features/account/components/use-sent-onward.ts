import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type Identity, useIdentity } from '@/auth/identity';
import { safeRedirect, withRedirect } from '@/auth/redirect';
import { homeOf } from '../homes';

/** The redirect parameter when it leads inside the site, else the home of the role. */
export function destination(identity: Identity, redirect: string | null): string {
  return safeRedirect(redirect) ?? homeOf(identity.role);
}

function onward(identity: Identity, redirect: string | null, completes: boolean): string | null {
  if (identity.state === 'active') return destination(identity, redirect);
  return completes ? null : withRedirect('/register', redirect);
}

/**
 * Whether a page for visitors may draw its form. Who is signed in already is sent on at once, and who has an account
 * without profile to its completion; `busy` holds that back while the page's own call is under way,
 * `completes` is the page where that completion happens.
 */
export function useSentOnward(busy: boolean, completes = false): 'form' | 'checking' | 'leaving' {
  const { status, identity } = useIdentity();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const redirect = query.get('redirect');
  const target = busy || !identity ? null : onward(identity, redirect, completes);

  useEffect(() => {
    if (target !== null) void navigate(target, { replace: true });
  }, [target, navigate]);

  if (target !== null) return 'leaving';
  return status === 'checking' ? 'checking' : 'form';
}
