import { Button } from '@mantine/core';
import { changePassword } from '@/auth/entering/recovery';
import type { PasswordOutcome } from '@/auth/outcomes';
import { type FormErrors, useForm } from '@/lib/use-form';
import { FormNote } from '../fields/form-note';
import { PasswordField } from '../fields/password-field';
import { PASSWORD_MINIMUM } from '../fields/password-strength';
import { StrengthMeter } from '../fields/strength-meter';
import { changePasswordText, PROFILE, REGISTER, RESET } from '../messages';
import classes from './own.module.css';

const EMPTY = { current: '', next: '', again: '' };

function check({ current, next, again }: typeof EMPTY): FormErrors<typeof EMPTY> {
  return {
    ...(current === '' && { current: PROFILE.passwordNeeded }),
    ...(next.length < PASSWORD_MINIMUM && { next: REGISTER.password }),
    ...(again !== next && { again: RESET.mismatch }),
  };
}

/** Passwords are never kept on the phone: without a connection they have to be typed again. */
export function PasswordForm({ email }: { email: string }) {
  const { form, values, errors, outcome, sending, change, reset, submit } = useForm<
    typeof EMPTY,
    PasswordOutcome
  >({
    start: EMPTY,
    check,
    send: async ({ current, next }) => {
      const answer = await changePassword(current, next);
      if (answer.kind === 'wrong-password') {
        return { sent: false, errors: { current: changePasswordText(answer) } };
      }
      if (answer.kind === 'same-password' || answer.kind === 'weak-password') {
        return { sent: false, errors: { next: changePasswordText(answer) } };
      }
      if (answer.kind === 'ok') reset();
      return { sent: answer.kind === 'ok', outcome: answer };
    },
  });

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit} aria-label="Senha">
      {/* Password managers ask whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        value={values.current}
        error={errors.current}
        onChange={(current) => change({ current })}
      />
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        value={values.next}
        error={errors.next}
        onChange={(next) => change({ next })}
      />
      <StrengthMeter password={values.next} />
      <PasswordField
        label="Repita a nova senha"
        autoComplete="new-password"
        value={values.again}
        error={errors.again}
        onChange={(again) => change({ again })}
      />
      <p className={classes.hint}>Ao alterar a senha, você sai da conta nos outros aparelhos.</p>
      <div role="status">
        {outcome ? (
          <FormNote
            kind={outcome.kind === 'ok' ? 'success' : outcome.kind === 'network' ? 'offline' : 'failure'}
          >
            {outcome.kind === 'network' ? PASSWORD_OFFLINE : changePasswordText(outcome)}
          </FormNote>
        ) : null}
      </div>
      <Button type="submit" loading={sending} variant="outline">
        Alterar senha
      </Button>
    </form>
  );
}

const PASSWORD_OFFLINE = 'Sem conexão: a senha não foi alterada. Tente de novo quando a conexão voltar.';
