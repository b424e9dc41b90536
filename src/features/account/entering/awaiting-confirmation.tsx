import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { confirmationStore } from '@/auth/entering/confirmation';
import { resendConfirmation } from '@/auth/session/session';
import { showToast } from '@/ui/toast';
import classes from '../fields/account-form.module.css';
import { FormNote } from '../fields/form-note';
import { confirmedText, REGISTER, resendText } from '../messages';

interface AwaitingConfirmationProps {
  email: string;
  /** Returns to the form, to correct a mistyped address. */
  onCorrect(): void;
}

/** Asks the new user to confirm the e-mail address, on servers that require it. */
export function AwaitingConfirmation({ email, onCorrect }: AwaitingConfirmationProps) {
  const [busy, setBusy] = useState(false);

  const again = async () => {
    setBusy(true);
    const outcome = await resendConfirmation(email);
    setBusy(false);
    const variant = outcome.kind === 'ok' ? 'default' : 'destructive';
    void showToast({ title: resendText(outcome), variant, id: 'account' });
  };

  return (
    <div className={classes.form}>
      <FormNote kind="success">{REGISTER.confirmEmail}</FormNote>
      <p className={classes.sentTo}>
        O link vai para <strong>{email}</strong>. Abra-o neste aparelho; confira também a pasta de spam.
      </p>
      <Button variant="outline" loading={busy} onClick={() => void again()}>
        Enviar novamente
      </Button>
      <p className={classes.aside}>
        E-mail errado?
        <button type="button" className={classes.textButton} disabled={busy} onClick={onCorrect}>
          Corrigir o e-mail
        </button>
      </p>
    </div>
  );
}

/** Shown above the login form after a confirmation link that did not sign the user in. */
export function ConfirmationNote() {
  const note = useStore(confirmationStore, (state) => state.note);
  if (note === null) return null;
  return note.kind === 'elsewhere' ? (
    <FormNote kind="success">{confirmedText(note)}</FormNote>
  ) : (
    <FormNote kind="failure">{REGISTER.confirmFailedHere}</FormNote>
  );
}
