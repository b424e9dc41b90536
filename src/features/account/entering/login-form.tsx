import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Identity } from '@/auth/identity';
import type { KnownRegistration } from '@/auth/outcomes';
import { signIn } from '@/auth/session/session';
import { foldEmail } from '@/lib/typed-text';
import { useSyncStatus } from '@/reads/sync-status';
import { Link } from '@/ui/link';
import { hideToast, showToast } from '@/ui/toast';
import classes from '../fields/account-form.module.css';
import { EmailField } from '../fields/email-field';
import { FormNote } from '../fields/form-note';
import { PasswordField } from '../fields/password-field';
import { adminSignInText, LOGIN, signInText } from '../messages';
import { type FieldErrors, type LoginField, validateLogin } from '../validation';
import { type AccountRole, RoleChoice } from './role-choice';

interface LoginFormProps {
  /** 'admin' has no tabs and the texts of /admin/login. */
  variant?: 'people' | 'admin';
  startRole?: AccountRole;
  rolesAs?: 'tabs' | 'radios';
  onRole?(role: AccountRole): void;
  onBusy(busy: boolean): void;
  onDone(identity: Identity, known: KnownRegistration | null): void;
}

/** Specification 000 §2 'Login screen'. The account's role must be the one of the chosen tab. */
export function LoginForm({
  variant = 'people',
  startRole = 'student',
  rolesAs = 'tabs',
  onRole,
  onBusy,
  onDone,
}: LoginFormProps) {
  const admin = variant === 'admin';
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const working = useRef(false);
  const [role, setRole] = useState<AccountRole>(startRole);
  const [values, setValues] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<FieldErrors<LoginField>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const offline = useSyncStatus(({ connection }) => connection === 'offline');

  const change = (part: Partial<typeof values>) => {
    setValues({ ...values, ...part });
    // What the toast says of a field holds no more.
    if (errors.email !== undefined || errors.password !== undefined) void hideToast('account');
    setErrors({});
    setFailure(null);
  };

  const submit = async () => {
    if (working.current) return;
    const found = validateLogin(values, admin ? LOGIN.missingAdmin : LOGIN.missing);
    setErrors(found);
    setFailure(null);
    const first = found.email ?? found.password;
    if (first !== undefined) {
      void showToast({ title: first, variant: 'destructive', id: 'account', place: 'top' });
      (found.email === undefined ? password : email).current?.focus();
      return;
    }
    working.current = true;
    setBusy(true);
    onBusy(true);
    const outcome = await signIn({ ...values, email: foldEmail(values.email), role: admin ? 'admin' : role });
    if (outcome.kind === 'ok' || outcome.kind === 'registering') {
      if (outcome.kind === 'ok') void showToast({ title: LOGIN.success });
      onDone(outcome.identity, outcome.kind === 'registering' ? outcome.known : null);
      return;
    }
    working.current = false;
    setBusy(false);
    onBusy(false);
    const title = (admin ? adminSignInText(outcome) : signInText(outcome)) ?? LOGIN.exception;
    void showToast({ title, variant: 'destructive', id: 'account', place: 'top' });
    setFailure(title);
  };

  return (
    <RoleChoice
      role={role}
      onRole={(next) => {
        setRole(next);
        setFailure(null);
        onRole?.(next);
      }}
      as={rolesAs}
      hidden={admin}
      disabled={busy}
    >
      <form
        className={classes.form}
        aria-label="Entrar"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {offline ? (
          <FormNote kind="offline">
            Você está sem conexão. Para entrar é preciso internet; a busca continua funcionando.
          </FormNote>
        ) : null}
        <EmailField
          inputRef={email}
          value={values.email}
          error={errors.email}
          disabled={busy}
          onChange={(next) => change({ email: next })}
        />
        <PasswordField
          label="Senha"
          autoComplete="current-password"
          value={values.password}
          error={errors.password}
          inputRef={password}
          disabled={busy}
          onChange={(next) => change({ password: next })}
        />
        {failure === null ? null : <FormNote kind="failure">{failure}</FormNote>}
        <Button type="submit" fullWidth className={classes.submit ?? ''} loading={busy}>
          Entrar
        </Button>
        <div className={classes.links}>
          <Link to="/forgot-password">Esqueceu a senha?</Link>
        </div>
      </form>
    </RoleChoice>
  );
}
