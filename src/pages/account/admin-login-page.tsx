import { useState } from 'react';
import { LoginForm } from '@/features/account/entering/login-form';
import { useSentOnward } from '@/features/account/entering/use-sent-onward';
import { AccountPage, AccountWaiting } from './account-page';
import { useGoOn } from './going-on';

export default function AdminLoginPage() {
  const [busy, setBusy] = useState(false);
  const stage = useSentOnward(busy);
  const goOn = useGoOn();
  if (stage !== 'form') return <AccountWaiting text="Entrando…" />;
  return (
    <AccountPage title="Entre na administração" lead="Área da equipe Danceflix.">
      <LoginForm variant="admin" onBusy={setBusy} onDone={goOn} />
    </AccountPage>
  );
}
