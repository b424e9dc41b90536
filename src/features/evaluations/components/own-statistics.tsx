import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Statistics, useOwnStatistics } from '../own-statistics';
import { EVALUATION } from '../texts';
import classes from './evaluations.module.css';

interface OwnStatisticsProps {
  /** Average, count and stars, as everybody sees them. */
  summary(statistics: Statistics): ReactNode;
  /** Below them, once they are known: the received evaluations. */
  children?: ReactNode;
}

/** The teacher's rating statistics on the teacher's home page. */
export function OwnStatistics({ summary, children }: OwnStatisticsProps) {
  const query = useOwnStatistics();
  if (query.status === 'signed-out') return null;
  return (
    <section className={classes.card} aria-labelledby="own-statistics">
      <h2 id="own-statistics">Suas avaliações</h2>
      {query.status === 'loading' ? (
        <div className={classes.waiting} role="status" aria-busy="true">
          Carregando avaliações…
        </div>
      ) : null}
      {query.status === 'failed' ? (
        <>
          <p role="alert">{EVALUATION.statisticsFailed}</p>
          <div className={classes.buttons}>
            <Button variant="outline" onClick={query.retry}>
              Tentar de novo
            </Button>
          </div>
        </>
      ) : null}
      {query.status === 'ready' ? summary(query.data) : null}
      {children}
    </section>
  );
}
