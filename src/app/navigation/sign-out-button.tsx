import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { logger } from '@/lib/logger';
import { ExitIcon } from '@/ui/icons/exit-icon';
import { showToast } from '@/ui/toast';
import classes from './header.module.css';

/** Leaves the account, without a connection too. */
export function SignOutButton() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const [{ signOut }, { LOGOUT }] = await Promise.all([
        import('@/auth/session'),
        import('@/features/account/messages'),
      ]);
      const { kind } = await signOut();
      if (kind === 'ok') {
        void showToast({ title: LOGOUT.success, id: 'session' });
        await navigate('/', { replace: true });
      } else {
        void showToast({ title: LOGOUT.failed, id: 'session', variant: 'destructive' });
      }
    } catch (error) {
      logger.error('Signing out', error);
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
