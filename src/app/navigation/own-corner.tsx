import { useIdentity } from '@/auth/identity';
import Bell from '@/features/account/components/bell';
import type { Href } from '@/lib/paths';
import { AccountMenu } from './account-menu';

/** The header's end for who is signed in: the bell, once it leads somewhere, and the account with the way out. */
export default function OwnCorner({ inbox }: { inbox: Href | null }) {
  const { identity } = useIdentity();
  return (
    <>
      {inbox === null ? null : <Bell to={inbox} />}
      {identity ? <AccountMenu identity={identity} /> : null}
    </>
  );
}
