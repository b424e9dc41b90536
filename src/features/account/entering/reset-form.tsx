import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { updatePassword } from '@/auth/entering/recovery';
import { useForm } from '@/lib/use-form';
import { prepareToasts, showToast } from '@/ui/toast';
import classes from '../fields/account-form.module.css';
import { FormNote, sayWrong } from '../fields/form-note';
import { PasswordField } from '../fields/password-field';
import { PASSWORD_MINIMUM } from '../fields/password-strength';
import { StrengthMeter } from '../fields/strength-meter';
import { REGISTER, resetText } from '../messages';
import { confirmationError } from '../validation';

/** The new password of a recovery link, typed twice. */
export function ResetForm({ onDone, onInvalid }: { onDone(othersOut: boolean): void; onInvalid(): void }) {
  const { form, values, errors, outcome, sending, change, submit } = useForm({
    start: { password: '', confirmation: '' },
    isChanged: () => false,
    check: ({ password }) => ({
      password: password.length < PASSWORD_MINIMUM ? REGISTER.password : undefined,
    }),
    onWrong: ({ password }) => sayWrong(password),
    send: async ({ password }) => {
      const answer = await updatePassword(password);
      const title = resetText(answer);
      if (answer.kind === 'ok') {
        void showToast({ title, id: 'account' });
        onDone(answer.othersOut);
        return { sent: true };
      }
      if (answer.kind === 'invalid-link') {
        onInvalid();
        return { sent: false };
      }
      sayWrong(title);
      return { sent: false, outcome: title };
    },
  });
  const { password, confirmation } = values;
  const complete = password !== '' && password === confirmation;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (complete) submit();
  }

  return (
    <form ref={form} className={classes.form} noValidate aria-label="Criar nova senha" onSubmit={onSubmit}>
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        value={password}
        error={errors.password}
        disabled={sending}
        onChange={(next) => {
          prepareToasts();
          change({ password: next });
        }}
      />
      <StrengthMeter password={password} />
      <PasswordField
        label="Confirmar nova senha"
        autoComplete="new-password"
        value={confirmation}
        error={confirmationError(password, confirmation)}
        disabled={sending}
        onChange={(next) => change({ confirmation: next })}
      />
      {outcome === null ? null : <FormNote kind="failure">{outcome}</FormNote>}
      <Button type="submit" fullWidth className={classes.submit ?? ''} disabled={!complete} loading={sending}>
        Alterar senha
      </Button>
    </form>
  );
}
