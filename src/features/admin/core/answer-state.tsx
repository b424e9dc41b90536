import { Button } from '@mantine/core';
import { momentOf } from '@/lib/dates';
import { OfflineIcon } from '@/ui/icons';
import { Notice } from '@/ui/notice';
import classes from './core.module.css';
import { failureText, OFFLINE } from './texts';
import type { AnswerQuery } from './use-answer';

/** Says that what is shown is what this phone last knew; nothing while it is fresh. */
export function KeptNote({ query }: { query: AnswerQuery<unknown> }) {
  const { status, keptAt } = query;
  return (
    <div role="status">
      {status === 'kept' && keptAt !== null ? (
        <p className={classes.kept}>
          <OfflineIcon size={20} />
          <span>
            Você está vendo o que o servidor disse em {momentOf(keptAt)}. {OFFLINE}
          </span>
        </p>
      ) : null}
    </div>
  );
}

/** In place of what is not here: on its way, out of reach, or refused. */
export function NoAnswer({ query }: { query: AnswerQuery<unknown> }) {
  const { status, failure, reload } = query;
  if (status === 'loading') {
    return (
      <div className={classes.waiting} role="status" aria-busy="true">
        Carregando…
      </div>
    );
  }
  if (status === 'offline') {
    return (
      <Notice
        role="status"
        title="Você está sem conexão"
        text="Este aparelho ainda não guardou esta tela. Ela aparece quando a conexão voltar."
      />
    );
  }
  return (
    <Notice
      role="alert"
      title="Não foi possível carregar"
      text={failure ? failureText(failure) : 'O servidor não respondeu.'}
      action={<Button onClick={reload}>Tentar de novo</Button>}
    />
  );
}
