import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { presentIdentity } from '@/auth/identity';
import type { DeleteOutcome } from '@/auth/outcomes';
import { deleteAccount } from '@/auth/own-account';
import { logger } from '@/lib/logger';
import { useBusy } from '@/lib/use-busy';
import { useOnce } from '@/lib/use-once';
import { leaveOutbox } from '@/outbox/entry';
import { TextField } from '@/ui/fields';
import { Link } from '@/ui/link';
import { showToast } from '@/ui/toast';
import { FormNote } from '../components/form-note';
import { PasswordField } from '../components/password-field';
import { LOGIN, PROFILE } from '../messages';
import type { OwnProfile } from '../schema';
import classes from './own.module.css';

const WORD = 'EXCLUIR';

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
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ word?: string; password?: string }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [changedLately, setChangedLately] = useState(false);
  const [sending, setSending] = useState(false);
  useBusy(typed !== '' || password !== '');

  const once = useOnce();

  function close() {
    setOpen(false);
    setTyped('');
    setPassword('');
    setErrors({});
    setFailure(null);
    setChangedLately(false);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    void once(() => send(form));
  }

  /** Resolves to whether the account is gone. */
  async function send(form: HTMLFormElement): Promise<boolean> {
    const refuse = (wrong: typeof errors) => {
      setErrors(wrong);
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    };
    const wrong = {
      ...(typed.trim().toUpperCase() !== WORD && { word: `Digite ${WORD} para confirmar` }),
      ...(password === '' && { password: PROFILE.passwordNeeded }),
    };
    if (Object.keys(wrong).length > 0) {
      refuse(wrong);
      return false;
    }
    setFailure(null);
    setChangedLately(false);
    setSending(true);
    const userId = presentIdentity()?.userId;
    const outcome = await deleteAccount(WORD, password);
    if (outcome.kind === 'ok' && userId) {
      await leaveOutbox(userId, 'discard').catch((error: unknown) =>
        logger.warn('Outbox not emptied', error),
      );
    }
    setSending(false);
    // The page goes with the identity.
    if (outcome.kind === 'ok') void showToast({ title: PROFILE.deleted });
    else if (outcome.kind === 'wrong-password') refuse({ password: PROFILE.wrongPassword });
    else if (outcome.kind === 'failed' && outcome.message === 'password_changed_lately')
      setChangedLately(true);
    else setFailure(failureText(outcome));
    return outcome.kind === 'ok';
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
        <form className={classes.form} noValidate onSubmit={submit} aria-label="Excluir conta">
          <TextField
            label={`Digite ${WORD} para confirmar`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            error={errors.word}
            autoFocus
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setErrors({});
            }}
          />
          <PasswordField
            label="Sua senha"
            autoComplete="current-password"
            value={password}
            error={errors.password}
            onChange={(value) => {
              setPassword(value);
              setErrors({});
            }}
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
            <Button type="submit" color="red.9" loading={sending}>
              Excluir minha conta para sempre
            </Button>
            <Button variant="outline" disabled={sending} onClick={close}>
              Manter minha conta
            </Button>
          </div>
        </form>
      ) : (
        <div className={classes.buttons}>
          <Button variant="outline" color="red.9" onClick={() => setOpen(true)}>
            Excluir minha conta
          </Button>
        </div>
      )}
    </div>
  );
}
