import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type Identity, useIdentity } from '@/auth/identity';
import { safeRedirect, withRedirect } from '@/auth/redirect';
import { homeOf } from '../homes';

/** The redirect parameter when it leads inside the site, else the home of the role. */
export function destination(identity: Identity, redirect: string | null): string {
  return safeRedirect(redirect) ?? homeOf(identity.role);
}

/**
 * Whether a page for visitors may draw its form. Who is signed in already is sent on at once, and who has an account
 * without profile to its completion; `busy` holds that back while the page's own call is under way.
 */
export function useSentOnward(busy: boolean): 'form' | 'checking' | 'leaving' {
  const { status, identity } = useIdentity();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const redirect = query.get('redirect');
  const target =
    busy || !identity
      ? null
      : identity.state === 'registering'
        ? withRedirect('/register', redirect)
        : destination(identity, redirect);

  useEffect(() => {
    if (target !== null) void navigate(target, { replace: true });
  }, [target, navigate]);

  if (target !== null) return 'leaving';
  return status === 'checking' ? 'checking' : 'form';
}
