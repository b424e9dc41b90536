import { Button } from '@mantine/core';
import type { Identity } from '@/auth/identity';
import type { KnownRegistration } from '@/auth/outcomes';
import { signIn } from '@/auth/session/session';
import { foldEmail } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import { useSyncStatus } from '@/reads/sync-status';
import { Link } from '@/ui/link';
import { hideToast, showToast } from '@/ui/toast';
import classes from '../fields/account-form.module.css';
import { EmailField } from '../fields/email-field';
import { FormNote, sayWrong } from '../fields/form-note';
import { PasswordField } from '../fields/password-field';
import { adminSignInText, LOGIN, signInText } from '../messages';
import { validateLogin } from '../validation';
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

interface LoginValues {
  email: string;
  password: string;
  role: AccountRole;
}

interface Refusal {
  title: string;
  /** The role that this account has, where another one was chosen. */
  instead: AccountRole | null;
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
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const { form, values, errors, outcome, sending, change, sendWith, submit } = useForm<LoginValues, Refusal>({
    start: { email: '', password: '', role: startRole },
    isChanged: () => false,
    check: (typed) => validateLogin(typed, admin ? LOGIN.missingAdmin : LOGIN.missing),
    onWrong: ({ email, password }) => sayWrong(email ?? password),
    send: async (typed) => {
      onBusy(true);
      const answer = await signIn({
        ...typed,
        email: foldEmail(typed.email),
        role: admin ? 'admin' : typed.role,
      });
      if (answer.kind === 'ok' || answer.kind === 'registering') {
        if (answer.kind === 'ok') void showToast({ title: LOGIN.success });
        onDone(answer.identity, answer.kind === 'registering' ? answer.known : null);
        return { sent: true, leaving: true };
      }
      onBusy(false);
      const title = (admin ? adminSignInText(answer) : signInText(answer)) ?? LOGIN.exception;
      sayWrong(title);
      const actual = answer.kind === 'role-mismatch' && !admin ? answer.actual : null;
      return { sent: false, outcome: { title, instead: actual === 'admin' ? null : actual } };
    },
  });
  const choose = (role: AccountRole) => {
    change({ role });
    onRole?.(role);
  };

  const instead = outcome?.instead ?? null;
  const type = (part: Partial<LoginValues>) => {
    if (errors.email !== undefined || errors.password !== undefined) void hideToast('account');
    change(part);
  };

  return (
    <RoleChoice role={values.role} onRole={choose} as={rolesAs} hidden={admin} disabled={sending}>
      <form ref={form} className={classes.form} aria-label="Entrar" noValidate onSubmit={submit}>
        {offline ? (
          <FormNote kind="offline">
            Você está sem conexão. Para entrar é preciso internet; a busca continua funcionando.
          </FormNote>
        ) : null}
        <EmailField
          value={values.email}
          error={errors.email}
          disabled={sending}
          onChange={(next) => type({ email: next })}
        />
        <PasswordField
          label="Senha"
          autoComplete="current-password"
          value={values.password}
          error={errors.password}
          disabled={sending}
          onChange={(next) => type({ password: next })}
        />
        {outcome === null ? null : <FormNote kind="failure">{outcome.title}</FormNote>}
        {instead === null ? null : (
          <Button
            variant="outline"
            fullWidth
            onClick={() => {
              choose(instead);
              sendWith({ role: instead });
            }}
          >
            {LOGIN.enterAs(instead)}
          </Button>
        )}
        <Button type="submit" fullWidth className={classes.submit ?? ''} loading={sending}>
          Entrar
        </Button>
        <div className={classes.links}>
          <Link to="/forgot-password">Esqueceu a senha?</Link>
        </div>
      </form>
    </RoleChoice>
  );
}
