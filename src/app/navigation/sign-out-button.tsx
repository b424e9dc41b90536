import { useState } from 'react';
import { LOGOUT } from '@/features/account/messages';
import { logger } from '@/lib/logger';
import { ExitIcon } from '@/ui/more-icons';
import { useNavigate } from '@/ui/navigate';
import { showToast } from '@/ui/toast';

/** Signs out, offline too. */
export function SignOutButton({ className }: { className: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { signOut } = await import('@/auth/session/session');
      const { kind } = await signOut();
      if (kind === 'ok') {
        void showToast({ title: LOGOUT.success, id: 'session' });
        await navigate('/', { replace: true });
      } else if (kind === 'failed') {
        void showToast({ title: LOGOUT.failed, id: 'session', variant: 'destructive' });
      }
    } catch (error) {
      logger.error('The sign-out failed', error);
      void showToast({ title: LOGOUT.failed, id: 'session', variant: 'destructive' });
    }
    setBusy(false);
  };

  return (
    <button type="button" className={className} disabled={busy} onClick={() => void leave()}>
      <ExitIcon size={20} />
      Sair
    </button>
  );
}
