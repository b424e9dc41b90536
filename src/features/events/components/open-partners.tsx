import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PartnerWish } from '@/db/rows/agenda-fields';
import { useOnce } from '@/lib/use-once';
import type { Queued } from '@/outbox/own';
import { notQueuedText } from '@/outbox/words';
import { answerRequest } from '../partner-actions';
import { type PartnersQuery, useOpenPartners } from '../partner-queries';
import { factsOf, isPartnerOver, type OpenPartner } from '../partners';
import classes from './own.module.css';
import type { Statement } from './use-statement';

/** Actions on the person behind a listed request: reporting and blocking. */
export type PersonActions = (person: { id: string; name: string }) => ReactNode;

interface OpenPartnersProps {
  /** The person's own requests and answers, which are not listed here. */
  own: PartnersQuery;
  about(wish: PartnerWish): string;
  statement: Statement;
  actions: PersonActions;
}

/** Requests of others, to be answered. */
export function OpenPartners({ own, about, statement, actions }: OpenPartnersProps) {
  const version = own.data.map(({ id, write }) => `${id}${write?.status ?? ''}`).join();
  const open = useOpenPartners(version);
  const known = new Set(
    own.data.filter(({ request }) => !isPartnerOver(request, own.now)).map(({ id }) => id),
  );
  const others = open.status === 'ready' ? open.data.filter(({ id }) => !known.has(id)) : [];
  return (
    <section className={classes.proposals} aria-labelledby="quem-procura">
      <h2 id="quem-procura">Quem procura par</h2>
      {open.status === 'ready' ? (
        <>
          {open.hasFailed ? <p role="status">Sem conexão: esta é a última lista que chegou.</p> : null}
          {others.length === 0 ? (
            <p>
              {open.data.length === 0
                ? 'Ninguém procura par agora. Que tal começar?'
                : 'Mais ninguém procura par agora.'}
            </p>
          ) : null}
          <ul>
            {others.map((one) => (
              <OpenCard
                key={one.id}
                partner={one}
                about={about(one)}
                statement={statement}
                actions={actions}
              />
            ))}
          </ul>
        </>
      ) : (
        <div role="status">
          <p>{open.status === 'failed' ? 'A lista precisa de conexão na primeira vez.' : 'Carregando…'}</p>
          {open.status === 'failed' ? <Button onClick={open.retry}>Tentar de novo</Button> : null}
        </div>
      )}
    </section>
  );
}

function OpenCard({
  partner,
  about,
  statement,
  actions,
}: {
  partner: OpenPartner;
  about: string;
  statement: Statement;
  actions: PersonActions;
}) {
  const [press, failure] = usePress();
  const answer = () => {
    if (statement.isGiven) press(() => answerRequest(partner, true, statement.isDue));
    else statement.miss();
  };
  return (
    <li className={classes.proposal}>
      <article aria-label={`${partner.name}: ${about}`}>
        <h3>{partner.name}</h3>
        <p>{about}</p>
        <p>{factsOf(partner)}</p>
        <div className={classes.buttons}>
          <Button onClick={answer}>Quero ser seu par</Button>
          {actions({ id: partner.person_id, name: partner.name })}
        </div>
        <p role="alert">{failure}</p>
      </article>
    </li>
  );
}

/** One press at a time; says why it had no effect. */
export function usePress(): [(work: () => Promise<Queued>) => void, string] {
  const once = useOnce();
  const [failure, setFailure] = useState('');
  const press = (work: () => Promise<Queued>) =>
    void once(async () => {
      const queued = await work();
      setFailure(queued.kind === 'stored' ? '' : notQueuedText(queued));
    });
  return [press, failure];
}
