/**
 * The auth state of specification 000 §3 in one object, put together from where its parts are kept: the cached identity,
 * which screens draw from, and the stored session.
 */
import { type IdentityState, type Role, useIdentity } from './identity';
import { readSession, type StoredSession } from './stored-session';

export interface AuthState {
  isAuthenticated: boolean;
  /** Null without anybody, and while a registration does not say. */
  role: Role | null;
  userId: string | null;
  /** Null while registering: there is none yet. */
  userProfile: { name: string; imageUrl: string | null } | null;
  user: { id: string; email: string } | null;
  session: StoredSession | null;
}

export function authStateOf({ identity }: IdentityState, session: StoredSession | null): AuthState {
  return {
    isAuthenticated: identity !== null,
    role: identity?.role ?? null,
    userId: identity?.userId ?? null,
    userProfile: identity?.state === 'active' ? { name: identity.name, imageUrl: identity.imageUrl } : null,
    user: identity && { id: identity.userId, email: identity.email },
    // Another person's, for the moment in which tabs change hands, is nobody's.
    session: session?.userId === identity?.userId ? session : null,
  };
}

export function useAuthState(): AuthState {
  return authStateOf(useIdentity(), readSession());
}
