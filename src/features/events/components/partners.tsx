import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { withRedirect } from '@/auth/entering/redirect';
import { useIdentity } from '@/auth/identity';
import type { PartnerContact, PartnerWish } from '@/db/rows/agenda-fields';
import { firstName } from '@/lib/text';
import { sendingOf } from '@/outbox/sending';
import { type NamesLookup, useNames } from '@/reads/use-names';
import { PersonContact } from '@/ui/contact/person-contact';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { SafetyLink } from '@/ui/safety-link';
import { acceptAnswer, answerRequest, withdrawRequest } from '../partner-actions';
import { usePartners } from '../partner-queries';
import { factsOf, isPartnerOver, type ShownPartner } from '../partners';
import { useEvents } from '../queries';
import type { DanceEvent } from '../schema';
import { AskForm } from './ask-form';
import { OpenPartners, type PersonActions, usePress } from './open-partners';
import classes from './own.module.css';
import { useStatement } from './use-statement';

/** 'Procuro par': the form, the own requests and answers, and those of others. */
export function Partners({ actions }: { actions: PersonActions }) {
  const { identity } = useIdentity();
  const names = useNames();
  const events = useEvents().data;
  const own = usePartners();
  const active = identity?.state === 'active' ? identity : null;
  const about = useAbout(names, events);
  const statement = useStatement();
  return (
    <>
      <header className={classes.head}>
        <PageHeading>Procuro par</PageHeading>
        <p>
          Encontre com quem dançar. O contato de vocês só aparece quando os dois disserem sim. É para maiores
          de 18 anos.
        </p>
      </header>
      {active ? (
        <>
          {statement.isGuardian ? (
            <Notice
              title="Esta conta pede aulas para menor"
              text="Por segurança, enquanto esse pedido ou essas aulas continuam, ela não procura par nem aparece para quem procura."
            />
          ) : (
            <AskForm
              key={active.userId}
              userId={active.userId}
              names={names}
              events={events}
              about={about}
              statement={statement}
            />
          )}
          <section className={classes.proposals} aria-labelledby="seus-pares">
            <h2 id="seus-pares">Seus pedidos e respostas</h2>
            {own.status === 'ready' ? null : (
              <p role="status">
                {own.status === 'failed' ? 'Não foi possível ler seus pedidos agora.' : 'Carregando…'}
              </p>
            )}
            {own.status === 'ready' && own.data.length === 0 ? (
              <p>Você ainda não pediu nem respondeu.</p>
            ) : null}
            <ul>
              {own.data.map((one) => (
                <OwnPartner
                  key={one.id}
                  own={one}
                  about={about(one.request)}
                  me={active.name ?? ''}
                  now={own.now}
                />
              ))}
            </ul>
          </section>
          {statement.isGuardian ? null : (
            <OpenPartners own={own} about={about} statement={statement} actions={actions} />
          )}
        </>
      ) : (
        <Notice
          title="Entre para procurar um par"
          text="Os pedidos são vistos só por quem tem conta."
          action={<LinkButton to={withRedirect('/login', '/comunidade/pares')}>Entrar</LinkButton>}
        />
      )}
    </>
  );
}

/** Words for what a partner is looked for: 'Baile do Par, 12/01', 'Zouk em Vitória'. */
function useAbout(names: NamesLookup, events: readonly DanceEvent[]) {
  return useMemo(
    () => (wish: PartnerWish) => {
      if (wish.event_id === null) {
        return `${names.styleName(wish.style_id ?? '') ?? 'Dança'} em ${names.cityName(wish.city_id ?? '') ?? 'sua cidade'}`;
      }
      const title = events.find(({ id }) => id === wish.event_id)?.title ?? 'Evento';
      return `${title}, ${(wish.day ?? '').split('-').reverse().slice(0, 2).join('/')}`;
    },
    [names, events],
  );
}

interface OwnPartnerProps {
  own: ShownPartner;
  about: string;
  me: string;
  now: number;
}

function OwnPartner({ own, about, me, now }: OwnPartnerProps) {
  const { id, request, write } = own;
  const [press, failure] = usePress();
  const isOver = isPartnerOver(request, now);
  const sending = write && write.status !== 'delivered' ? sendingOf(write) : null;
  const greeting = (name: string) => `Oi, ${firstName(name)}! É ${firstName(me)}, do Danceflix: ${about}.`;
  return (
    <li className={classes.proposal}>
      <article aria-label={`${request.side === 'asker' ? 'Seu pedido' : 'Sua resposta'}: ${about}`}>
        <p className={classes.state} data-state={request.found && !isOver ? 'published' : undefined}>
          {isOver ? 'Encerrado' : stateText(request)}
        </p>
        <h3>{about}</h3>
        <p>
          {request.side === 'asker' ? factsOf(request) : `${request.name ?? 'Alguém'}: ${factsOf(request)}`}
        </p>
        {request.side === 'asker' && !isOver
          ? request.answers
              .filter(({ state }) => state !== 'ended')
              .map((answer) => (
                <div key={answer.id} className={classes.tools}>
                  <p>
                    <b>{answer.name}</b>{' '}
                    {answer.state === 'waiting' ? 'quer ser seu par.' : 'e você são um par.'}
                  </p>
                  {answer.state === 'waiting' ? (
                    <Button
                      aria-label={`Aceitar ${answer.name}`}
                      onClick={() => press(() => acceptAnswer(id, answer))}
                    >
                      Aceitar e trocar contatos
                    </Button>
                  ) : (
                    <Contact contact={answer.contact} text={greeting} />
                  )}
                </div>
              ))
          : null}
        {request.side === 'answerer' && request.state === 'accepted' && !isOver ? (
          <Contact contact={request.contact} text={greeting} />
        ) : null}
        {sending ? (
          <p role={sending.tone === 'refused' ? 'alert' : 'status'}>
            {sending.text}
            {sending.reason ? `. ${sending.reason}` : ''}
          </p>
        ) : null}
        <p role="alert">{failure}</p>
        {isOver ? null : (
          <div className={classes.buttons}>
            <Button
              variant="outline"
              onClick={() =>
                press(() =>
                  request.side === 'asker'
                    ? withdrawRequest(id)
                    : answerRequest({ ...request, id, name: request.name ?? '' }, false),
                )
              }
            >
              {request.side === 'asker' ? 'Encerrar pedido' : 'Não quero mais'}
            </Button>
          </div>
        )}
      </article>
    </li>
  );
}

function stateText(request: ShownPartner['request']): string {
  if (request.side === 'answerer')
    return request.state === 'accepted' ? 'Vocês são um par' : 'Esperando resposta';
  return request.found ? 'Par encontrado' : 'Procurando';
}

/** The other's contact, after both have agreed and the server has said so. With the advice of the first contact. */
function Contact({ contact, text }: { contact: PartnerContact | null; text(name: string): string }) {
  if (contact === null) return <p>O contato aparece aqui quando sua resposta chegar ao Danceflix.</p>;
  return (
    <div className={classes.contact}>
      <p>
        <b>{contact.name}</b>
      </p>
      <p>Encontrem-se em um lugar público ou em uma escola de dança.</p>
      <p>Conte a alguém onde, quando e com quem você vai estar.</p>
      {/* No teacher, hence no lessons to pay for: the advice of a meeting stands here each time. */}
      <PersonContact
        teacherId={null}
        phone={contact.whatsapp}
        email={contact.email}
        text={text(contact.name)}
      />
      <SafetyLink />
    </div>
  );
}
