import { useIdentity } from '@/auth/identity';
import type { Audience } from './entries';

/** The audience of the frame: at once, from the cached identity. An account without a profile counts as a visitor. */
export function useAudience(): Audience {
  const { identity } = useIdentity();
  return (identity?.state === 'active' ? identity.role : null) ?? 'visitor';
}
