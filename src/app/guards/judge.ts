/**
 * Decides who may enter an area, and where others are sent (specification 000 §4 'Route guard'; decisions 'Admin
 * guards').
 */

import { withRedirect } from '@/auth/entering/redirect';
import type { Identity, IdentityState } from '@/auth/identity';
import type { Href, PagePath } from '@/lib/paths';
import { HOME_OF } from '../navigation/entries';
import type { Area } from '../routes/row';

/** The reason for a redirect, which selects its text. */
export type Reason = 'signedOut' | 'student' | 'teacher' | 'admin' | 'adminArea' | 'registering';

export type Verdict =
  | { kind: 'enter' }
  /** A confirmation link is being exchanged for a session. */
  | { kind: 'wait' }
  | { kind: 'away'; to: Href; reason: Reason | null };

const ROLE_OF = {
  student: 'student',
  teacher: 'teacher',
  admin: 'admin',
  'admin-area': 'admin',
} as const satisfies Record<Area, string>;

/** `here`: path, query and hash of the requested page. `visitors`: it is open to visitors as well. */
export function judge(
  area: Area,
  { status, identity }: IdentityState,
  here: string,
  visitors = false,
): Verdict {
  if (status === 'checking') return { kind: 'wait' };
  const role = ROLE_OF[area];
  if (!identity && visitors) return { kind: 'enter' };
  if (!identity) {
    const login = role === 'admin' ? '/admin/login' : '/login';
    return { kind: 'away', to: withRedirect(login, here, role), reason: 'signedOut' };
  }
  if (identity.state === 'registering') {
    return { kind: 'away', to: withRedirect('/register', here), reason: 'registering' };
  }
  if (identity.role === role) return { kind: 'enter' };
  if (area === 'admin-area') return { kind: 'away', to: '/', reason: 'adminArea' };
  return { kind: 'away', to: homeOf(identity), reason: area };
}

function homeOf({ role }: Identity): PagePath {
  return HOME_OF[role ?? 'visitor'];
}
