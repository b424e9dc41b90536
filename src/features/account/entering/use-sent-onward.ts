import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { safeRedirect, withRedirect } from '@/auth/entering/redirect';
import { wayBack } from '@/auth/entering/way-back';
import { type Identity, type Role, useIdentity } from '@/auth/identity';
import type { PagePath } from '@/lib/paths';
import { useDataNavigate } from '@/ui/navigate';

/** The redirect parameter when it is a page of this site, else the page that a student left as a visitor, else home. */
export function destination(identity: Identity, redirect: string | null): string {
  const left = identity.role === 'student' ? wayBack() : null;
  return safeRedirect(redirect) ?? left ?? homeOf(identity.role);
}

function onward(identity: Identity, redirect: string | null, completes: boolean): string | null {
  if (identity.state === 'active') return destination(identity, redirect);
  return completes ? null : withRedirect('/register', redirect);
}

/**
 * Whether a page for visitors may draw its form. Signed-in users are redirected at once, users without a profile to the
 * page that completes their registration. `busy` delays this while the page's own request is running; `completes` is
 * true on the page that completes registrations.
 */
export function useSentOnward(busy: boolean, completes = false): 'form' | 'checking' | 'leaving' {
  const { status, identity } = useIdentity();
  const [query] = useSearchParams();
  const navigate = useDataNavigate();
  const redirect = query.get('redirect');
  const target = busy || !identity ? null : onward(identity, redirect, completes);

  useEffect(() => {
    if (target !== null) void navigate(target, { replace: true });
  }, [target, navigate]);

  if (target !== null) return 'leaving';
  return status === 'checking' ? 'checking' : 'form';
}

const HOMES = {
  student: '/student/home',
  teacher: '/teacher/home',
  admin: '/admin',
} as const satisfies Record<Role, PagePath>;

/** The start page of a role; without a role, the public start page. */
export function homeOf(role: Role | null): PagePath {
  return role === null ? '/' : HOMES[role];
}
