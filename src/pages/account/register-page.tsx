import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIdentity } from '@/auth/identity';
import { useSentOnward } from '@/features/account/components/use-sent-onward';
import { ChevronLeftIcon } from '@/ui/icons/chevron-left-icon';
import { AccountPage, AccountWaiting } from './account-page';
import classes from './account-page.module.css';
import { Registration } from './registration';

export default function RegisterPage() {
  const [busy, setBusy] = useState(false);
  const { identity } = useIdentity();
  const stage = useSentOnward(busy, true);
  if (stage !== 'form') return <AccountWaiting text="Entrando…" />;

  const resuming = !busy && identity?.state === 'registering' ? identity : null;
  return (
    <AccountPage
      before={<BackButton />}
      title={resuming ? 'Conclua seu cadastro' : 'Crie sua conta gratuita'}
      lead={
        resuming
          ? 'Sua conta já existe; faltam só estes dados.'
          : 'Para aprender ou para ensinar: sem mensalidade e sem taxa.'
      }
    >
      <Registration resuming={resuming} onBusy={setBusy} />
    </AccountPage>
  );
}

/** Back to where the reader came from; who opened this address directly goes to the start. */
function BackButton() {
  const navigate = useNavigate();
  const goBack = () => {
    const { idx } = (window.history.state ?? {}) as { idx?: number };
    if (idx) void navigate(-1);
    else void navigate('/', { replace: true });
  };
  return (
    <button type="button" className={classes.back} onClick={goBack}>
      <ChevronLeftIcon size={20} />
      Voltar
    </button>
  );
}
