import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { PasswordOutcome } from '@/auth/outcomes';
import { changePassword } from '@/auth/recovery';
import { useBusy } from '@/lib/use-busy';
import { useOnce } from '@/lib/use-once';
import { FormNote } from '../components/form-note';
import { PasswordField } from '../components/password-field';
import { StrengthMeter } from '../components/strength-meter';
import { changePasswordText, PROFILE, REGISTER, RESET } from '../messages';
import { PASSWORD_MINIMUM } from '../password-strength';
import classes from './own.module.css';

const EMPTY = { current: '', next: '', again: '' };
type Errors = Partial<Record<keyof typeof EMPTY, string>>;

function check({ current, next, again }: typeof EMPTY): Errors {
  return {
    ...(current === '' && { current: PROFILE.passwordNeeded }),
    ...(next.length < PASSWORD_MINIMUM && { next: REGISTER.password }),
    ...(again !== next && { again: RESET.mismatch }),
  };
}

/** Passwords are never kept on the phone: without a connection they have to be typed again. */
export function PasswordForm({ email }: { email: string }) {
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<PasswordOutcome | null>(null);
  useBusy(Object.values(values).some((value) => value !== ''));

  const once = useOnce();

  const set = (field: keyof typeof EMPTY) => (value: string) => {
    setValues({ ...values, [field]: value });
    setErrors({ ...errors, [field]: undefined });
    setOutcome(null);
  };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    void once(() => change(form));
  }

  /** Resolves to whether it was changed. */
  async function change(form: HTMLFormElement): Promise<boolean> {
    const wrong = check(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return false;
    }
    setSending(true);
    const answer = await changePassword(values.current, values.next);
    setSending(false);
    if (answer.kind === 'wrong-password') setErrors({ current: changePasswordText(answer) });
    else if (answer.kind === 'same-password' || answer.kind === 'weak-password') {
      setErrors({ next: changePasswordText(answer) });
    } else setOutcome(answer);
    if (answer.kind === 'ok') setValues(EMPTY);
    return answer.kind === 'ok';
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="Senha">
      {/* Password managers ask whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        value={values.current}
        error={errors.current}
        onChange={set('current')}
      />
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        value={values.next}
        error={errors.next}
        onChange={set('next')}
      />
      <StrengthMeter password={values.next} />
      <PasswordField
        label="Repita a nova senha"
        autoComplete="new-password"
        value={values.again}
        error={errors.again}
        onChange={set('again')}
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
