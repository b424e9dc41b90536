import { Button } from '@mantine/core';
import { useState } from 'react';
import { presentIdentity } from '@/auth/identity';
import type { DeleteOutcome } from '@/auth/outcomes';
import { deleteAccount } from '@/auth/own-account';
import { logger } from '@/lib/logger';
import { useForm } from '@/lib/use-form';
import { forgetDevice } from '@/outbox/device';
import { leaveOutbox } from '@/outbox/entry';
import { TextField } from '@/ui/fields';
import { Link } from '@/ui/link';
import { showToast } from '@/ui/toast';
import { FormNote } from '../fields/form-note';
import { PasswordField } from '../fields/password-field';
import { LOGIN, PROFILE } from '../messages';
import type { OwnProfile } from '../schema';
import classes from './own.module.css';

const WORD = 'EXCLUIR';
const EMPTY = { word: '', password: '' };

function failureText(outcome: DeleteOutcome): string {
  if (outcome.kind === 'network')
    return 'Sem conexão: a conta não foi excluída. Tente de novo quando a conexão voltar.';
  if (outcome.kind === 'signed-out') return 'Sua sessão terminou. Entre novamente para excluir a conta.';
  if (outcome.kind === 'rate-limited') return LOGIN.rateLimited;
  if (outcome.kind === 'banned') return LOGIN.banned;
  if (outcome.kind === 'failed' && outcome.message === 'account_banned') return LOGIN.banned;
  if (outcome.kind === 'failed' && outcome.message === 'last_admin') {
    return 'Você é a única pessoa que administra o Danceflix. Nomeie outra antes de sair.';
  }
  return 'Não foi possível excluir a conta. Tente novamente.';
}

/** Leaving for good: says what goes, what stays and why, and takes a typed word and the password for it. */
export function DeleteAccount({ role }: { role: OwnProfile['role'] }) {
  const [open, setOpen] = useState(false);
  const { form, values, errors, outcome, sending, change, reset, submit } = useForm<
    typeof EMPTY,
    DeleteOutcome
  >({
    start: EMPTY,
    check: ({ word, password }) => ({
      word: word.trim().toUpperCase() === WORD ? undefined : `Digite ${WORD} para confirmar`,
      password: password === '' ? PROFILE.passwordNeeded : undefined,
    }),
    send: async ({ password }) => {
      const userId = presentIdentity()?.userId;
      const answer = await deleteAccount(WORD, password);
      if (answer.kind === 'wrong-password') {
        return { sent: false, errors: { password: PROFILE.wrongPassword } };
      }
      if (answer.kind !== 'ok') return { sent: false, outcome: answer };
      if (userId) {
        await leaveOutbox(userId, 'discard').catch((error: unknown) =>
          logger.warn('Outbox not emptied', error),
        );
        await forgetDevice(userId);
      }
      // The page goes with the identity.
      void showToast({ title: PROFILE.deleted });
      return { sent: true };
    },
  });
  const changedLately = outcome?.kind === 'failed' && outcome.message === 'password_changed_lately';
  const failure = outcome && !changedLately ? failureText(outcome) : null;

  function close() {
    setOpen(false);
    reset();
  }

  return (
    <div className={classes.form}>
      <div>
        <h3 className={classes.small}>O que é apagado</h3>
        <p>
          Seu acesso, nome, e-mail, WhatsApp, cidade, foto, estilos e notificações
          {role === 'teacher'
            ? ', e seu perfil público, que sai da busca e do aparelho de quem já o viu'
            : ''}
          .
        </p>
      </div>
      <div>
        <h3 className={classes.small}>O que fica, e por quê</h3>
        <p>
          Um registro vazio, sem nenhum dado seu, para que os outros aparelhos saibam que devem apagar o que
          guardaram. Se você apoiou o projeto, o valor pago, sem seu nome nem e-mail, porque a contabilidade
          precisa dele. As estrelas que você deu ficam, sem seu nome; o comentário de uma avaliação anônima
          também, até o mês acabar, para que sua saída não revele quem escreveu. Cópias de segurança vencem
          sozinhas.
        </p>
      </div>
      {open ? (
        <form ref={form} className={classes.form} noValidate onSubmit={submit} aria-label="Excluir conta">
          <TextField
            label={`Digite ${WORD} para confirmar`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={values.word}
            error={errors.word}
            autoFocus
            onChange={(event) => change({ word: event.currentTarget.value })}
          />
          <PasswordField
            label="Sua senha"
            autoComplete="current-password"
            value={values.password}
            error={errors.password}
            onChange={(password) => change({ password })}
          />
          <div role="alert">
            {failure ? <FormNote kind="failure">{failure}</FormNote> : null}
            {changedLately ? (
              <FormNote kind="failure">
                Sua senha mudou há menos de 24 horas. Para proteger você, a conta só pode ser excluída depois
                disso, ou agora mesmo se você <Link to="/forgot-password">criar a senha de novo</Link> pelo
                link que enviamos ao seu e-mail.
              </FormNote>
            ) : null}
          </div>
          <div className={classes.buttons}>
            <Button type="submit" color="danger" loading={sending}>
              Excluir minha conta para sempre
            </Button>
            <Button variant="outline" disabled={sending} onClick={close}>
              Manter minha conta
            </Button>
          </div>
        </form>
      ) : (
        <div className={classes.buttons}>
          <Button variant="outline" color="danger" onClick={() => setOpen(true)}>
            Excluir minha conta
          </Button>
        </div>
      )}
    </div>
  );
}
