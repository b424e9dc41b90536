import { useLocation, useSearchParams } from 'react-router-dom';
import { stopAwaiting } from '@/auth/entering/awaiting';
import { withRedirect } from '@/auth/entering/redirect';
import type { Identity } from '@/auth/identity';
import type { KnownRegistration } from '@/auth/outcomes';
import { signOut } from '@/auth/session/session';
import { AwaitingConfirmation } from '@/features/account/entering/awaiting-confirmation';
import { RegisterForm } from '@/features/account/entering/register-form';
import { LOGOUT } from '@/features/account/messages';
import { invitationIn } from '@/features/invitations/token';
import { fieldsOf, isText, textsOf } from '@/lib/stored';
import { useCities, useDanceStyles } from '@/reads/use-offered-names';
import { Link } from '@/ui/link';
import { useNavigate } from '@/ui/navigate';
import { showToast } from '@/ui/toast';
import classes from './account-page.module.css';
import { roleOf, useGoOn } from './going-on';

interface RegistrationProps {
  rolesAs?: 'tabs' | 'radios';
  /** An account without profile whose registration is to be completed. */
  resuming: Identity | null;
  onBusy(busy: boolean): void;
  /** The address whose confirmation is awaited, instead of the form. */
  awaiting: string | null;
  onAwaiting(email: string | null): void;
}

/** The registration form with the lists it chooses from, and the links below it. */
export function Registration({
  rolesAs = 'tabs',
  resuming,
  onBusy,
  awaiting,
  onAwaiting,
}: RegistrationProps) {
  const [query] = useSearchParams();
  const location = useLocation();
  const cities = useCities();
  const styles = useDanceStyles();
  const goOn = useGoOn();
  const login = withRedirect('/login', query.get('redirect'), roleOf(query) ?? undefined);

  if (awaiting !== null) {
    return (
      <>
        <AwaitingConfirmation
          email={awaiting}
          onCorrect={() => {
            stopAwaiting();
            onAwaiting(null);
          }}
        />
        <p className={classes.other}>
          Já confirmou? <Link to={login}>Entrar</Link>
        </p>
      </>
    );
  }

  const known = knownFrom(fieldsOf(location.state).known);
  const token = invitationIn(query.get('redirect'));
  return (
    <>
      <RegisterForm
        // The form's initial values depend on whose registration it is.
        key={resuming?.userId ?? 'new'}
        role={roleOf(query)}
        resuming={resuming ? { identity: resuming, known } : null}
        invited={token === null ? null : { token, known }}
        rolesAs={rolesAs}
        cities={cities}
        styles={styles}
        loginPath={login}
        onBusy={onBusy}
        onDone={goOn}
        onAwaiting={onAwaiting}
      />
      {resuming ? (
        <LeaveAccount email={resuming.email} />
      ) : rolesAs === 'tabs' ? (
        <p className={classes.other}>
          Já tem conta? <Link to={login}>Entrar</Link>
        </p>
      ) : null}
    </>
  );
}

/** The sign-out for a person who does not want to complete the registration now. */
function LeaveAccount({ email }: { email: string }) {
  const navigate = useNavigate();
  const leave = async () => {
    const { kind } = await signOut();
    if (kind === 'stayed') return;
    void showToast(
      kind === 'ok' ? { title: LOGOUT.success } : { title: LOGOUT.failed, variant: 'destructive' },
    );
    if (kind === 'ok') void navigate('/', { replace: true });
  };
  return (
    <p className={classes.other}>
      Não é {email}?
      <button type="button" onClick={() => void leave()}>
        Sair desta conta
      </button>
    </p>
  );
}

/** Checks the history entry's state: browsers keep it over releases, and other scripts may write it. */
function knownFrom(value: unknown): KnownRegistration | null {
  const { role, name, cityId, whatsapp, selectedStyles } = fieldsOf(value);
  if (!Array.isArray(selectedStyles)) return null;
  const textOrNull = (one: unknown) => (isText(one) ? one : null);
  return {
    role: role === 'student' || role === 'teacher' ? role : null,
    name: textOrNull(name),
    cityId: textOrNull(cityId),
    whatsapp: textOrNull(whatsapp),
    selectedStyles: textsOf(selectedStyles),
  };
}
