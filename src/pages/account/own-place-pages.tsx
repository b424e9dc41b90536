import type { ComponentType } from 'react';
import { useIdentity } from '@/auth/identity';
import { withRedirect } from '@/auth/redirect';
import type { Path } from '@/lib/paths';
import { Navigate } from '@/ui/link';

/**
 * An address that is the same for everybody (a shortcut of the app's icon), to the page of whoever is here. Visitors
 * sign in first, and come back to it.
 */
function OwnPlace({ here, part }: { here: string; part: 'requests' | 'notifications' }) {
  const { status, identity } = useIdentity();
  // A confirmation link is being turned into a session.
  if (status === 'checking') return null;
  if (!identity) return <Navigate to={withRedirect('/login', here)} replace />;
  // Who is still registering is sent on by the guard of that page; an administrator has no requests.
  const role = identity.role ?? 'student';
  return <Navigate to={role === 'admin' && part === 'requests' ? '/admin' : `/${role}/${part}`} replace />;
}

export const PAGES = {
  '/meus-pedidos': () => <OwnPlace here="/meus-pedidos" part="requests" />,
  '/notificacoes': () => <OwnPlace here="/notificacoes" part="notifications" />,
} as const satisfies Partial<Record<Path, ComponentType>>;
