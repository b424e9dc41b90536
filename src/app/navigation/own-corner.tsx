import { useIdentity } from '@/auth/identity';
import Bell from '@/features/account/notifications/bell';
import type { Href } from '@/lib/paths';
import { AccountMenu } from './account-menu';

/**
 * The end of the header for a signed-in person: the bell, once it has a target, and the account menu with the sign-out.
 */
export default function OwnCorner({ inbox }: { inbox: Href | null }) {
  const { identity } = useIdentity();
  return (
    <>
      {inbox === null ? null : <Bell to={inbox} />}
      {identity ? <AccountMenu identity={identity} /> : null}
    </>
  );
}
