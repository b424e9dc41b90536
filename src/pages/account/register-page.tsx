import { useState } from 'react';
import { awaitedEmail } from '@/auth/entering/awaiting';
import { useIdentity } from '@/auth/identity';
import { useSentOnward } from '@/features/account/entering/use-sent-onward';
import { ChevronLeftIcon } from '@/ui/icons';
import { useNavigate } from '@/ui/navigate';
import { AccountPage, AccountWaiting } from './account-page';
import classes from './account-page.module.css';
import { Registration } from './registration';

const HEADS = {
  new: {
    title: 'Crie sua conta gratuita',
    lead: 'Para aprender ou para ensinar: sem mensalidade e sem taxa.',
  },
  resuming: { title: 'Conclua seu cadastro', lead: 'Sua conta já existe; faltam só estes dados.' },
  awaiting: { title: 'Confirme seu e-mail', lead: 'Falta só um passo para a sua conta.' },
} as const;

export default function RegisterPage() {
  const [busy, setBusy] = useState(false);
  const [awaited, setAwaited] = useState(awaitedEmail);
  const { identity } = useIdentity();
  const stage = useSentOnward(busy, true);
  if (stage !== 'form') return <AccountWaiting text="Entrando…" />;

  const resuming = !busy && identity?.state === 'registering' ? identity : null;
  const awaiting = resuming ? null : awaited;
  const { title, lead } = HEADS[resuming ? 'resuming' : awaiting === null ? 'new' : 'awaiting'];
  return (
    <AccountPage before={<BackButton />} title={title} lead={lead}>
      <Registration resuming={resuming} onBusy={setBusy} awaiting={awaiting} onAwaiting={setAwaited} />
    </AccountPage>
  );
}

/** Returns to the page before; after opening this address directly, to the home page. */
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
