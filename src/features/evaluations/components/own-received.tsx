import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSyncStatus } from '@/reads/sync-status';
import { EVALUATION } from '../texts';
import type { OwnReceivedQuery } from '../use-own-received';
import { EvaluationNote } from './evaluation-note';
import classes from './evaluations.module.css';
import { OwnReply } from './own-reply';
import { Received } from './received-evaluations';

/** Number shown before the button that shows all. */
const FIRST = 5;

type OwnReceivedProps = OwnReceivedQuery & {
  /** Said while there is none; null: nothing is shown then. */
  empty: string | null;
};

/** Evaluations that the person received, with the own replies. */
export function OwnReceived({ status, data: items, isKept, retry, empty }: OwnReceivedProps) {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const [all, setAll] = useState(false);
  if (status === 'loading' || status === 'signed-out') {
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
            ? 'Você está sem conexão, e o que disseram de você ainda não foi salvo neste aparelho.'
            : 'Tente de novo daqui a pouco.'}
        </p>
        <Button variant="outline" onClick={retry}>
          Tentar de novo
        </Button>
      </div>
    );
  }
  if (items.length === 0) {
    return empty === null ? null : <p className={classes.hint}>{empty}</p>;
  }
  return (
    <div className={classes.ownReceived}>
      {isKept ? (
        <EvaluationNote kind="offline">
          Salvas neste aparelho na sua última visita com internet.
        </EvaluationNote>
      ) : null}
      <ul className={classes.list} aria-label="Avaliações recebidas">
        {(all ? items : items.slice(0, FIRST)).map((one) => (
          <Received key={one.id} evaluation={one} who="você" reply={<OwnReply evaluation={one} />} />
        ))}
      </ul>
      {all || items.length <= FIRST ? null : (
        <Button variant="outline" onClick={() => setAll(true)}>
          Ver todas as {items.length}
        </Button>
      )}
    </div>
  );
}
