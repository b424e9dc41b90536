import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { requestReset } from '@/auth/session/session';
import { foldEmail } from '@/lib/typed-text';
import { useOnce } from '@/lib/use-once';
import { Link } from '@/ui/link';
import { prepareToasts, showToast } from '@/ui/toast';
import classes from '../fields/account-form.module.css';
import { EmailField } from '../fields/email-field';
import { FormNote } from '../fields/form-note';
import { FORGOT, resetRequestText } from '../messages';
import { forgotError } from '../validation';

/** Asks for the recovery mail. The answer is the same whether or not the address has an account. */
export function ForgotForm() {
  const field = useRef<HTMLInputElement>(null);
  const once = useOnce();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);

  const send = async () => {
    const wrong = forgotError(email);
    setError(wrong);
    setFailure(null);
    if (wrong !== null) {
      void showToast({ title: wrong, variant: 'destructive', id: 'account' });
      field.current?.focus();
      return false;
    }
    setBusy(true);
    const outcome = await requestReset(foldEmail(email));
    setBusy(false);
    if (outcome.kind === 'invalid-email') {
      setSent(false);
      setError(FORGOT.email);
      void showToast({ title: FORGOT.email, variant: 'destructive', id: 'account' });
      return false;
    }
    const title = resetRequestText(outcome);
    if (outcome.kind === 'ok') {
      setSent(true);
      void showToast({ title, id: 'account' });
    } else {
      setFailure(title);
      void showToast({ title, variant: 'destructive', id: 'account' });
    }
    return outcome.kind === 'ok';
  };

  const note = failure === null ? null : <FormNote kind="failure">{failure}</FormNote>;

  if (sent) {
    return (
      <div className={classes.form}>
        <FormNote kind="success">
          Se houver uma conta com <strong>{foldEmail(email)}</strong>, o link de recuperação está a caminho.
          Ele vale por 1 hora. Confira também a pasta de spam.
        </FormNote>
        {note}
        <Button variant="outline" loading={busy} onClick={() => void once(send)}>
          {FORGOT.again}
        </Button>
        <p className={classes.aside}>
          <Link to="/login">Voltar para o login</Link>
        </p>
      </div>
    );
  }

  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Recuperar senha"
      onSubmit={(event) => {
        event.preventDefault();
        void once(send);
      }}
    >
      <EmailField
        inputRef={field}
        value={email}
        error={error}
        disabled={busy}
        onChange={(next) => {
          prepareToasts();
          setEmail(next);
          setError(null);
          setFailure(null);
        }}
      />
      {note}
      <Button type="submit" fullWidth className={classes.submit ?? ''} loading={busy}>
        {FORGOT.submit}
      </Button>
      <p className={classes.aside}>
        <Link to="/login">Voltar para o login</Link>
      </p>
    </form>
  );
}
