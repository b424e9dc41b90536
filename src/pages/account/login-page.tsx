import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { confirmationStore } from '@/auth/entering/confirmation';
import { withRedirect } from '@/auth/entering/redirect';
import { ConfirmationNote } from '@/features/account/entering/awaiting-confirmation';
import { LoginForm } from '@/features/account/entering/login-form';
import { useSentOnward } from '@/features/account/entering/use-sent-onward';
import { Link } from '@/ui/link';
import { AccountPage, AccountWaiting } from './account-page';
import classes from './account-page.module.css';
import { roleOf, useGoOn } from './going-on';

export default function LoginPage() {
  const [query] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [chosen, setRole] = useState(roleOf(query));
  const note = useStore(confirmationStore, (state) => state.note);
  const role = chosen ?? (note?.kind === 'elsewhere' ? note.role : null) ?? 'student';
  const stage = useSentOnward(busy);
  const goOn = useGoOn();
  if (stage !== 'form') return <AccountWaiting text={stage === 'checking' ? 'Confirmando…' : 'Entrando…'} />;

  const register = withRedirect('/register', query.get('redirect'), role === 'teacher' ? role : undefined);
  return (
    <AccountPage title="Entre na sua conta" lead="Que bom ter você de volta na pista.">
      <ConfirmationNote />
      <LoginForm startRole={role} onRole={setRole} onBusy={setBusy} onDone={goOn} />
      <p className={classes.other}>
        Ainda não tem conta? <Link to={register}>Criar agora</Link>
      </p>
    </AccountPage>
  );
}
