import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { awaitedEmail } from '@/auth/entering/awaiting';
import { ChoiceTabs } from '@/features/account/entering/choice-tabs';
import { LoginForm } from '@/features/account/entering/login-form';
import { useSentOnward } from '@/features/account/entering/use-sent-onward';
import { AccountPage, AccountWaiting } from './account-page';
import classes from './account-page.module.css';
import { roleOf, useGoOn } from './going-on';
import { Registration } from './registration';

const TABS = [
  { value: 'login', label: 'Entrar' },
  { value: 'register', label: 'Cadastrar' },
] as const;

/** Login and registration on one page; the tab is in the address without a history entry of its own. */
export default function AuthPage() {
  const panelId = useId();
  const [query, setQuery] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [awaiting, setAwaiting] = useState(awaitedEmail);
  const stage = useSentOnward(busy);
  const goOn = useGoOn();
  if (stage !== 'form') return <AccountWaiting text="Entrando…" />;

  const tab = query.get('tab') === 'register' ? 'register' : 'login';
  const choose = (next: 'login' | 'register') => {
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('tab', next);
        return after;
      },
      { replace: true },
    );
  };

  return (
    <AccountPage title={tab === 'login' ? 'Entre na sua conta' : 'Crie sua conta gratuita'}>
      <ChoiceTabs
        label="Entrar ou cadastrar"
        choices={TABS}
        value={tab}
        onChange={choose}
        panelId={panelId}
        disabled={busy}
      />
      <div
        id={panelId}
        role="tabpanel"
        aria-label={tab === 'login' ? 'Entrar' : 'Cadastrar'}
        className={classes.panel}
      >
        {tab === 'login' ? (
          <LoginForm startRole={roleOf(query) ?? 'student'} rolesAs="radios" onBusy={setBusy} onDone={goOn} />
        ) : (
          <Registration
            rolesAs="radios"
            resuming={null}
            onBusy={setBusy}
            awaiting={awaiting}
            onAwaiting={setAwaiting}
          />
        )}
      </div>
    </AccountPage>
  );
}
