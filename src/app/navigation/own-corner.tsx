import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import Bell from '@/features/account/components/bell';
import { LOGOUT } from '@/features/account/messages';
import { logger } from '@/lib/logger';
import { ExitIcon } from '@/ui/icons/exit-icon';
import { showToast } from '@/ui/toast';
import classes from './header.module.css';

/** The header's end for who is signed in: the bell, once it leads somewhere, and the way out. */
export default function OwnCorner({ inbox }: { inbox: string | null }) {
  return (
    <>
      {inbox === null ? null : <Bell to={inbox} />}
      <SignOutButton />
    </>
  );
}

/** Leaves the account, without a connection too. */
function SignOutButton() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { signOut } = await import('@/auth/session');
      const { kind } = await signOut();
      if (kind === 'ok') {
        void showToast({ title: LOGOUT.success, id: 'session' });
        await navigate('/', { replace: true });
      } else {
        void showToast({ title: LOGOUT.failed, id: 'session', variant: 'destructive' });
      }
    } catch (error) {
      logger.error('Signing out', error);
      void showToast({ title: LOGOUT.failed, id: 'session', variant: 'destructive' });
    }
    setBusy(false);
  };

  return (
    <button type="button" className={classes.exit} disabled={busy} onClick={() => void leave()}>
      <ExitIcon size={20} />
      Sair
    </button>
  );
}
