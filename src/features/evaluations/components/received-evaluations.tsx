import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { grouped } from '@/lib/portuguese';
import { firstName } from '@/lib/text';
import { useSyncStatus } from '@/reads/sync-status';
import type { ReceivedEvaluation } from '../received';
import { EVALUATION, editedText, lessonsText, monthOfDay, replyTitle } from '../texts';
import { useReceived } from '../use-received';
import { EvaluationNote } from './evaluation-note';
import classes from './evaluations.module.css';
import { Reply } from './reply';
import { Stars } from './stars';

interface ReceivedEvaluationsProps {
  personId: string;
  /** Full name of that person. */
  name: string;
  /** Number of ratings in the statistics; a change reloads the list. */
  count: number;
  average: number | null;
  /** Rendered below each evaluation, by its public id. */
  actionOf?(publicId: string): ReactNode;
  /** Rendered below each reply, by the evaluation's public id. */
  replyActionOf?(publicId: string): ReactNode;
}

/** Evaluations that a teacher received; the page shows the statistics above. */
export function ReceivedEvaluations({
  personId,
  name,
  count,
  average,
  actionOf,
  replyActionOf,
}: ReceivedEvaluationsProps) {
  const query = useReceived(personId, `${count} ${average}`);
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const { status, data: items, total, isKept, more } = query;
  if (status === 'loading') {
    if (count === 0) return null;
    return (
      <div className={classes.waiting} role="status" aria-busy="true">
        Carregando avaliações…
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <div className={classes.failed} role="alert">
        <p>
          <b>{EVALUATION.receivedFailed}</b>
        </p>
        <p className={classes.hint}>
          {offline
            ? 'Você está sem conexão, e os comentários deste professor ainda não foram salvos neste aparelho.'
            : 'Tente de novo daqui a pouco.'}
        </p>
        <Button variant="outline" onClick={query.retry}>
          Tentar de novo
        </Button>
      </div>
    );
  }
  // Ratings from before comments existed count in the statistics but have no text to list.
  if (items.length === 0) {
    return count === 0 ? null : (
      <div className={classes.received}>
        <h2>O que os alunos dizem</h2>
        <p className={classes.hint}>Ainda não há comentários para ler.</p>
      </div>
    );
  }
  return (
    <div className={classes.received}>
      <h2>
        O que os alunos dizem <span className={classes.total}>{listedText(total, count)}</span>
      </h2>
      {isKept ? (
        <EvaluationNote kind="offline">
          Salvas neste aparelho na sua última visita com internet.
        </EvaluationNote>
      ) : null}
      <ul className={classes.list} aria-label="Avaliações recebidas">
        {items.map((one) => (
          <Received
            key={one.id}
            evaluation={one}
            who={firstName(name)}
            action={actionOf?.(one.id)}
            reply={
              one.reply ? (
                <Reply title={replyTitle(firstName(name), one)} text={one.reply}>
                  {replyActionOf?.(one.id)}
                </Reply>
              ) : null
            }
          />
        ))}
      </ul>
      {more === 'failed' ? <p role="alert">{EVALUATION.receivedFailed}</p> : null}
      {more === 'none' || (isKept && offline) ? null : (
        <Button variant="outline" loading={more === 'loading'} onClick={query.loadMore}>
          Ver mais avaliações
        </Button>
      )}
    </div>
  );
}

/** Ratings from before comments existed are counted, and not listed: '3 de 38 avaliações'. */
function listedText(listed: number, counted: number): string {
  if (listed < counted) return `${grouped(listed)} de ${grouped(counted)} avaliações`;
  return listed === 1 ? '1 avaliação' : `${grouped(listed)} avaliações`;
}

interface ReceivedProps {
  evaluation: ReceivedEvaluation;
  /** As in '12 aulas com Marina'. */
  who: string;
  action?: ReactNode;
  reply?: ReactNode;
}

/** One evaluation: stars, comment, author with the lessons they had, month, change and reply. */
export function Received({ evaluation, who, action, reply }: ReceivedProps) {
  const { rating, comment, authorName, isAnonymous, month, lessons, firstRating } = evaluation;
  const author = authorName ?? (isAnonymous ? 'Avaliação anônima' : 'Conta encerrada');
  const facts = [lessons ? lessonsText(lessons, who) : null, monthOfDay(month)].filter(Boolean);
  const edited = editedText(evaluation);
  return (
    <li className={classes.item}>
      <Stars rating={rating} first={firstRating} />
      {comment ? <p className={classes.comment}>{comment}</p> : null}
      <p className={classes.hint}>
        <span className={classes.name}>{author}</span>
        {facts.map((fact) => ` · ${fact}`)}
      </p>
      {edited ? <p className={classes.hint}>{edited}</p> : null}
      {action}
      {reply}
    </li>
  );
}
