import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestSide } from '@/db/rows/lesson-fields';
import { useSyncStatus } from '@/reads/sync-status';
import { pullPrivateRows } from '@/sync/status';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { useNow } from '@/ui/use-now';
import { useEvaluatedRequest, useOwnEvaluation } from '../queries';
import { EVALUATION } from '../texts';
import { EvaluationSection } from './evaluation-section';
import classes from './evaluations.module.css';

interface EvaluationViewProps {
  requestId: string;
  area: RequestSide;
  /** Offered below the user's own five stars for this person. */
  shareOf?(teacherId: string): ReactNode;
  /** Below the other person's reply, by the evaluation's public id. */
  replyActionOf?(publicId: string): ReactNode;
}

/** The page that evaluates one request. */
export function EvaluationView({ requestId, area, shareOf, replyActionOf }: EvaluationViewProps) {
  const { status, data } = useEvaluatedRequest(requestId, useNow());
  const own = useOwnEvaluation(requestId).data;
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const home = <LinkButton to={`/${area}/home`}>Voltar ao início</LinkButton>;

  if (status === 'loading' || status === 'signed-out') {
    return (
      <div className={classes.waiting} role="status" aria-busy="true">
        Carregando a avaliação…
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <Notice
        level={1}
        role="alert"
        title={EVALUATION.lessonFailed}
        text={
          offline
            ? 'Você está sem conexão e seus pedidos ainda não foram salvos neste aparelho.'
            : 'Tente de novo daqui a pouco.'
        }
        action={<Button onClick={() => void pullPrivateRows()}>Tentar de novo</Button>}
      />
    );
  }
  // A request of other users looks the same as one that does not exist.
  if (!data) {
    return (
      <Notice
        level={1}
        title={EVALUATION.notAuthorized}
        text="Só as duas pessoas de um pedido de aula se avaliam, e este não está entre os seus."
        action={home}
      />
    );
  }
  const { request, right } = data;
  const canEvaluate = right.may !== null || own.evaluation || own.refused;
  return (
    <>
      <PageHeading>Avaliação</PageHeading>
      {canEvaluate ? (
        <EvaluationSection
          requestId={requestId}
          share={shareOf?.(request.teacher_id)}
          {...(replyActionOf && { replyActionOf })}
        />
      ) : (
        <Notice
          title="Este pedido não pode ser avaliado"
          text={
            request.other_name === null
              ? 'A conta da outra pessoa não existe mais.'
              : 'A avaliação é para pedidos aceitos. Este não foi aceito, ou foi cancelado antes da primeira aula.'
          }
          action={home}
        />
      )}
    </>
  );
}
