import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { withRedirect } from '@/auth/entering/redirect';
import { useIdentity } from '@/auth/identity';
import type { Path } from '@/lib/paths';
import { Navigate } from '@/ui/link';

/**
 * Redirects a shared address (a shortcut of the app's icon) to the page for the signed-in person's role. Visitors sign
 * in first, and return to it.
 */
function OwnPlace({ here, part }: { here: string; part: 'requests' | 'lessons' | 'notifications' }) {
  const { status, identity } = useIdentity();
  // A confirmation link is being exchanged for a session.
  if (status === 'checking') return null;
  if (!identity) return <Navigate to={withRedirect('/login', here)} replace />;
  // A person without a finished registration is redirected by that page's guard; an administrator has neither requests nor lessons.
  const role = identity.role ?? 'student';
  if (role === 'admin')
    return <Navigate to={part === 'notifications' ? '/admin/notifications' : '/admin'} replace />;
  return <Navigate to={`/${role}/${part}`} replace />;
}

function StudentSearch() {
  const { search } = useLocation();
  return <Navigate to={{ pathname: '/search', search }} replace />;
}

export const PAGES = {
  '/student': () => <Navigate to="/student/home" replace />,
  '/student/search': StudentSearch,
  '/teacher': () => <Navigate to="/teacher/home" replace />,
  '/meus-pedidos': () => <OwnPlace here="/meus-pedidos" part="requests" />,
  '/minhas-aulas': () => <OwnPlace here="/minhas-aulas" part="lessons" />,
  '/notificacoes': () => <OwnPlace here="/notificacoes" part="notifications" />,
} as const satisfies Partial<Record<Path, ComponentType>>;
