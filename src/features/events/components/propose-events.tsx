import { Button } from '@mantine/core';
import { useState } from 'react';
import { withRedirect } from '@/auth/entering/redirect';
import { useIdentity } from '@/auth/identity';
import { retry } from '@/outbox/entry';
import { mayRetry, sendingOf } from '@/outbox/sending';
import { useNames } from '@/reads/use-names';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { useNow } from '@/ui/use-now';
import { whenText } from '../dates';
import type { ShownOwnEvent } from '../own-events';
import { useOwnEvents } from '../own-queries';
import { KINDS } from '../schema';
import { everyText } from '../series';
import { eventPath } from './event-card';
import { EventForm } from './event-form';
import { OrganiserTools } from './organiser-tools';
import classes from './own.module.css';

/** 'Divulgar um baile': the form, and the own proposals with their state. */
export function ProposeEvents() {
  const { identity } = useIdentity();
  const { status, data: events } = useOwnEvents();
  const names = useNames();
  const now = useNow();
  const [edited, setEdited] = useState<string | null>(null);
  const active = identity?.state === 'active' ? identity : null;
  const own = events.find(({ id, data }) => id === edited && data.state !== 'published') ?? null;
  const form = active && (
    <EventForm
      key={`${active.userId}/${own?.id}`}
      userId={active.userId}
      name={active.name ?? ''}
      names={names}
      own={own}
      onDone={() => setEdited(null)}
    />
  );
  const list = (
    <section key="own" className={classes.proposals} aria-labelledby="suas-divulgacoes">
      <h2 id="suas-divulgacoes">Suas divulgações</h2>
      {status === 'ready' ? null : (
        <p role="status">
          {status === 'failed' ? 'Não foi possível ler suas divulgações agora.' : 'Carregando…'}
        </p>
      )}
      {status === 'ready' && events.length === 0 ? <p>Você ainda não divulgou nenhum evento.</p> : null}
      <ul>
        {events.map((one) => (
          <OwnEventCard key={one.id} own={one} now={now} onEdit={() => setEdited(one.id)} />
        ))}
      </ul>
    </section>
  );
  return (
    <>
      <header className={classes.head}>
        <PageHeading>Divulgar um baile</PageHeading>
        <p>
          Baile, aula aberta, workshop ou festival: escreva aqui, mesmo sem internet. A equipe confere e põe
          na <Link to="/comunidade/eventos">agenda</Link>.
        </p>
      </header>
      {active ? (
        <>
          {/* A person with events comes for their state. */}
          {events.length > 0 ? [list, form] : [form, list]}
        </>
      ) : (
        <Notice
          title="Entre para divulgar"
          text="Com uma conta, você acompanha a resposta da equipe e confirma que o evento continua."
          action={<LinkButton to={withRedirect('/login', '/comunidade/divulgar')}>Entrar</LinkButton>}
        />
      )}
    </>
  );
}

const STATES = { waiting: 'Em análise', published: 'Publicado', refused: 'Recusado' } as const;

function OwnEventCard({ own, now, onEdit }: { own: ShownOwnEvent; now: number; onEdit(): void }) {
  const { data, event, write } = own;
  const sending = write && write.status !== 'delivered' ? sendingOf(write) : null;
  const isHidden = data.state === 'published' && !data.is_published;
  return (
    <li className={classes.proposal}>
      <article aria-label={event.title}>
        <p className={classes.state} data-state={data.state}>
          {isHidden ? 'Fora da agenda' : STATES[data.state]}
        </p>
        <h3>
          {data.state === 'published' && !isHidden ? (
            <Link to={eventPath(event)}>{event.title}</Link>
          ) : (
            event.title
          )}
        </h3>
        <p>
          {KINDS[event.kind]} · {everyText(event) ?? whenText(event, now)}
        </p>
        {data.reason ? <p>Motivo da equipe: {data.reason}</p> : null}
        {sending ? (
          <p role={sending.tone === 'refused' ? 'alert' : 'status'}>
            {sending.text}
            {sending.reason ? `. ${sending.reason}` : ''}
          </p>
        ) : null}
        <div className={classes.buttons}>
          {write && mayRetry(write) ? (
            <Button variant="outline" onClick={() => void retry(write.id)}>
              Tentar de novo
            </Button>
          ) : null}
          {data.state === 'published' ? null : (
            <Button variant="outline" aria-label={`Editar ${event.title}`} onClick={onEdit}>
              Editar
            </Button>
          )}
        </div>
        {data.state === 'published' && !isHidden ? <OrganiserTools own={own} now={now} /> : null}
      </article>
    </li>
  );
}
