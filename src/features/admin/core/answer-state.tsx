import { Button } from '@mantine/core';
import { momentOf } from '@/lib/dates';
import { OfflineIcon } from '@/ui/icons';
import { Notice } from '@/ui/notice';
import classes from './core.module.css';
import { failureText, OFFLINE } from './texts';
import type { AnswerQuery } from './use-answer';

/** Warns that the values on screen are a kept copy; draws nothing while they are fresh. */
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

/** Stands in for a missing answer: loading, offline or failed. */
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
        text="Este aparelho ainda não salvou esta tela. Ela aparece quando a conexão voltar."
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
