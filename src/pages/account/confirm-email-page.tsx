import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { arrivedLink } from '@/auth/entering/arrival';
import { arrivedChange, type ConfirmOutcome, redeemConfirmation } from '@/auth/entering/mail-link';
import { LINK, LOGIN, RESET } from '@/features/account/messages';
import { LinkButton } from '@/ui/link-button';
import { useNavigate } from '@/ui/navigate';
import { AccountPage, AccountWaiting } from './account-page';

/** Confirms an e-mail address, of a registration or of a change: on a press, never by merely opening the link. */
export default function ConfirmEmailPage() {
  // Another link opened in this tab is another history entry, and resets the page.
  return <Confirmation key={useLocation().key} />;
}

function Confirmation() {
  const [type] = useState(() => arrivedLink('signup', 'email_change')?.type ?? null);
  const [stage, setStage] = useState<'press' | 'checking' | ConfirmOutcome>(type ? 'press' : 'checking');
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  useEffect(() => {
    if (stage !== 'checking') return;
    let wanted = true;
    void arrivedChange().then((change) => {
      if (wanted) setStage(change ?? 'invalid');
    });
    return () => {
      wanted = false;
    };
  }, [stage]);

  useEffect(() => {
    if (stage === 'entering') void navigate('/login', { replace: true });
  }, [stage, navigate]);

  const press = async () => {
    setBusy(true);
    const outcome = await redeemConfirmation();
    setBusy(false);
    setStage(outcome);
  };

  switch (stage) {
    case 'checking':
    case 'entering':
      return <AccountWaiting text="Confirmando…" />;
    case 'press':
      return (
        <AccountPage
          title={type === 'email_change' ? LINK.changeTitle : LINK.signupTitle}
          lead={type === 'email_change' ? LINK.changeLead : LINK.signupLead}
        >
          <Button fullWidth loading={busy} onClick={() => void press()}>
            {LINK.confirm}
          </Button>
        </AccountPage>
      );
    case 'network':
      return (
        <AccountPage title={LINK.networkTitle} lead={LINK.networkLead}>
          <Button loading={busy} onClick={() => void press()}>
            {LINK.retry}
          </Button>
        </AccountPage>
      );
    case 'half':
      return (
        <AccountPage title={LINK.halfTitle} lead={LINK.halfLead}>
          <LinkButton to="/login">Ir para o Danceflix</LinkButton>
        </AccountPage>
      );
    case 'changed':
      return (
        <AccountPage title={LINK.changedTitle} lead={LINK.changedLead}>
          <LinkButton to="/login">Ir para o Danceflix</LinkButton>
        </AccountPage>
      );
    case 'banned':
      return <AccountPage title={LINK.bannedTitle} lead={LOGIN.banned} />;
    default:
      return (
        <AccountPage title={RESET.invalidTitle} lead={LINK.unusableLead}>
          <LinkButton to="/login">Ir para o login</LinkButton>
        </AccountPage>
      );
  }
}
