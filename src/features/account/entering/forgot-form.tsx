import { Button } from '@mantine/core';
import { useState } from 'react';
import { requestReset } from '@/auth/session/session';
import { foldEmail } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import { Link } from '@/ui/link';
import { prepareToasts, showToast } from '@/ui/toast';
import classes from '../fields/account-form.module.css';
import { EmailField } from '../fields/email-field';
import { FormNote, sayWrong } from '../fields/form-note';
import { FORGOT, resetRequestText } from '../messages';
import { forgotError } from '../validation';

/** Asks for the recovery mail. The answer is the same whether or not the address has an account. */
export function ForgotForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, values, errors, outcome, sending, change, submit } = useForm({
    start: { email: '' },
    isChanged: () => false,
    check: ({ email }) => ({ email: forgotError(email) ?? undefined }),
    onWrong: ({ email }) => sayWrong(email),
    send: async ({ email }) => {
      const address = foldEmail(email);
      const answer = await requestReset(address);
      if (answer.kind === 'ok') {
        setSentTo(address);
        void showToast({ title: resetRequestText(answer), id: 'account' });
        return { sent: true };
      }
      if (answer.kind === 'invalid-email') {
        setSentTo(null);
        sayWrong(FORGOT.email);
        return { sent: false, errors: { email: FORGOT.email } };
      }
      const failure = resetRequestText(answer);
      sayWrong(failure);
      return { sent: false, outcome: failure };
    },
  });

  const note = outcome === null ? null : <FormNote kind="failure">{outcome}</FormNote>;

  if (sentTo !== null) {
    return (
      <div className={classes.form}>
        <FormNote kind="success">
          Se houver uma conta com <strong>{sentTo}</strong>, o link de recuperação está a caminho. Ele vale
          por 1 hora. Confira também a pasta de spam.
        </FormNote>
        {note}
        <Button variant="outline" loading={sending} onClick={() => submit()}>
          {FORGOT.again}
        </Button>
        <p className={classes.aside}>
          <Link to="/login">Voltar para o login</Link>
        </p>
      </div>
    );
  }

  return (
    <form ref={form} className={classes.form} noValidate aria-label="Recuperar senha" onSubmit={submit}>
      <EmailField
        value={values.email}
        error={errors.email}
        disabled={sending}
        onChange={(email) => {
          prepareToasts();
          change({ email });
        }}
      />
      {note}
      <Button type="submit" fullWidth className={classes.submit ?? ''} loading={sending}>
        {FORGOT.submit}
      </Button>
      <p className={classes.aside}>
        <Link to="/login">Voltar para o login</Link>
      </p>
    </form>
  );
}
