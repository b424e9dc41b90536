import { useIdentity } from '@/auth/identity';
import type { Audience } from './entries';

/** For whom the frame is drawn: at once, from the cached identity. An account without profile still visits. */
export function useAudience(): Audience {
  const { identity } = useIdentity();
  return (identity?.state === 'active' ? identity.role : null) ?? 'visitor';
}
