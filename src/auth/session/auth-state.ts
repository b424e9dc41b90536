/**
 * The auth state of specification 000 §3 in one object, combined from the cached identity, which screens use, and the
 * stored session.
 */
import { type IdentityState, type Role, useIdentity } from '../identity';
import { readSession, type StoredSession } from './stored-session';

export interface AuthState {
  isAuthenticated: boolean;
  /** Null when signed out, and while a registration has no role. */
  role: Role | null;
  userId: string | null;
  /** Null while registering: the profile does not exist yet. */
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
    // For a moment after another tab has signed in another person, the session is not this identity's.
    session: session?.userId === identity?.userId ? session : null,
  };
}

export function useAuthState(): AuthState {
  return authStateOf(useIdentity(), readSession());
}
