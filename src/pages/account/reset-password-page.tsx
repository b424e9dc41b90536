import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { arrivedLink } from '@/auth/entering/arrival';
import { redeemRecovery } from '@/auth/entering/mail-link';
import { checkRecovery } from '@/auth/entering/recovery';
import { ResetForm } from '@/features/account/entering/reset-form';
import { LINK, LOGIN, RESET } from '@/features/account/messages';
import { LinkButton } from '@/ui/link-button';
import { useNavigate } from '@/ui/navigate';
import { AccountPage, AccountWaiting } from './account-page';

/** Milliseconds until the success message leads to the login (specification 000 §9). */
const REDIRECT_AFTER = 3_000;

/**
 * The steps of a recovery: the link waits for a press, its session is checked, and then it is invalid, opens the form,
 * or was used.
 */
export default function ResetPasswordPage() {
  // Another link opened in this tab is another history entry, and resets the page.
  return <Recovery key={useLocation().key} />;
}

type Stage = 'press' | 'checking' | 'network' | 'invalid' | 'banned' | 'valid' | 'done';

function Recovery() {
  const [stage, setStage] = useState<Stage>(() => (arrivedLink('recovery') ? 'press' : 'checking'));
  const [busy, setBusy] = useState(false);
  const [othersOut, setOthersOut] = useState(false);
  const navigate = useNavigate();

  useEffect(() => {
    if (stage !== 'checking') return;
    let wanted = true;
    void checkRecovery().then((answer) => {
      if (wanted) setStage(answer);
    });
    return () => {
      wanted = false;
    };
  }, [stage]);

  useEffect(() => {
    if (stage !== 'done') return;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [stage, navigate]);

  const press = async () => {
    if (!arrivedLink('recovery')) return setStage('checking');
    setBusy(true);
    const answer = await redeemRecovery();
    setBusy(false);
    setStage(answer);
  };

  if (stage === 'checking') return <AccountWaiting text="Verificando o link…" />;
  if (stage === 'press') {
    return (
      <AccountPage title={LINK.recoveryTitle} lead={LINK.recoveryLead}>
        <Button fullWidth loading={busy} onClick={() => void press()}>
          {LINK.press}
        </Button>
      </AccountPage>
    );
  }
  if (stage === 'network') {
    return (
      <AccountPage title={LINK.networkTitle} lead={LINK.networkLead}>
        <Button loading={busy} onClick={() => void press()}>
          {LINK.retry}
        </Button>
      </AccountPage>
    );
  }
  if (stage === 'banned') return <AccountPage title={LINK.bannedTitle} lead={LOGIN.banned} />;
  if (stage === 'invalid') {
    return (
      <AccountPage title={RESET.invalidTitle} lead={RESET.invalidText}>
        <LinkButton to="/forgot-password">{RESET.requestNew}</LinkButton>
      </AccountPage>
    );
  }
  if (stage === 'done') {
    return (
      <AccountPage
        title={RESET.done}
        lead={`${othersOut ? RESET.othersOut : RESET.othersIn} Levamos você ao login em 3 segundos.`}
      >
        <LinkButton to="/login" variant="outline">
          Ir para o login
        </LinkButton>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Crie uma nova senha"
      lead="Escolha uma senha que você não usa em outro lugar. Ao salvar, saímos da sua conta em todos os aparelhos."
    >
      <ResetForm
        onDone={(out) => {
          setOthersOut(out);
          setStage('done');
        }}
        onInvalid={() => setStage('invalid')}
      />
    </AccountPage>
  );
}
