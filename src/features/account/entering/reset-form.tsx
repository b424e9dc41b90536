import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { updatePassword } from '@/auth/entering/recovery';
import { prepareToasts, showToast } from '@/ui/toast';
import classes from '../fields/account-form.module.css';
import { FormNote } from '../fields/form-note';
import { PasswordField } from '../fields/password-field';
import { PASSWORD_MINIMUM } from '../fields/password-strength';
import { StrengthMeter } from '../fields/strength-meter';
import { REGISTER, resetText } from '../messages';
import { confirmationError } from '../validation';

/** The new password of a recovery link, typed twice. */
export function ResetForm({ onDone, onInvalid }: { onDone(othersOut: boolean): void; onInvalid(): void }) {
  const field = useRef<HTMLInputElement>(null);
  const working = useRef(false);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const complete = password !== '' && password === confirmation;

  const save = async () => {
    if (working.current || !complete) return;
    setFailure(null);
    if (password.length < PASSWORD_MINIMUM) {
      setError(REGISTER.password);
      void showToast({ title: REGISTER.password, variant: 'destructive', id: 'account' });
      field.current?.focus();
      return;
    }
    working.current = true;
    setBusy(true);
    const outcome = await updatePassword(password);
    working.current = false;
    setBusy(false);
    const title = resetText(outcome);
    if (outcome.kind === 'ok') {
      void showToast({ title, id: 'account' });
      onDone(outcome.othersOut);
    } else if (outcome.kind === 'invalid-link') onInvalid();
    else {
      setFailure(title);
      void showToast({ title, variant: 'destructive', id: 'account' });
    }
  };

  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Criar nova senha"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        value={password}
        error={error}
        inputRef={field}
        disabled={busy}
        onChange={(next) => {
          prepareToasts();
          setPassword(next);
          setError(null);
          setFailure(null);
        }}
      />
      <StrengthMeter password={password} />
      <PasswordField
        label="Confirmar nova senha"
        autoComplete="new-password"
        value={confirmation}
        error={confirmationError(password, confirmation)}
        disabled={busy}
        onChange={(next) => {
          setConfirmation(next);
          setFailure(null);
        }}
      />
      {failure === null ? null : <FormNote kind="failure">{failure}</FormNote>}
      <Button type="submit" fullWidth className={classes.submit ?? ''} disabled={!complete} loading={busy}>
        Alterar senha
      </Button>
    </form>
  );
}
