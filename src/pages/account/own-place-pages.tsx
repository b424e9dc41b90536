import type { ComponentType } from 'react';
import { withRedirect } from '@/auth/entering/redirect';
import { useIdentity } from '@/auth/identity';
import type { Path } from '@/lib/paths';
import { Navigate } from '@/ui/link';

/**
 * Redirects a shared address (a shortcut of the app's icon) to the page for the signed-in person's role. Visitors sign
 * in first, and return to it.
 */
function OwnPlace({ here, part }: { here: string; part: 'requests' | 'notifications' }) {
  const { status, identity } = useIdentity();
  // A confirmation link is being exchanged for a session.
  if (status === 'checking') return null;
  if (!identity) return <Navigate to={withRedirect('/login', here)} replace />;
  // A person without a finished registration is redirected by that page's guard; an administrator has no requests.
  const role = identity.role ?? 'student';
  return <Navigate to={role === 'admin' && part === 'requests' ? '/admin' : `/${role}/${part}`} replace />;
}

export const PAGES = {
  '/meus-pedidos': () => <OwnPlace here="/meus-pedidos" part="requests" />,
  '/notificacoes': () => <OwnPlace here="/notificacoes" part="notifications" />,
} as const satisfies Partial<Record<Path, ComponentType>>;
