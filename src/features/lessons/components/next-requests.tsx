import { useEffect, useId, useRef, useState } from 'react';
import type { RequestSide } from '@/db/rows/lesson-fields';
import { useStyleNames } from '@/reads/use-names';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { isAgreed, isArranged, type ShownRequest, wasRefused } from '../overlay';
import { useRequests } from '../queries';
import { daysText, otherName, timesText } from '../texts';
import { useLeavingCards } from '../use-leaving-cards';
import { waitLine } from '../waiting';
import { MinorMark } from './guardian-terms-box';
import { HandOver } from './hand-over';
import { type Ending, RequestActions } from './request-actions';
import { type Face, personOf } from './request-card';
import { waitingText } from './request-list';
import { RequestMoment } from './request-moment';
import classes from './requests.module.css';
import { StudentLine } from './student-summary';

/** Number of cards of each kind before the button that shows all. */
const SHOWN = 3;
/** Milliseconds for which an acceptance counts as the next step; a teacher has many students, and knows them by then. */
const FRESH = { student: 30 * 24 * 60 * 60_000, teacher: 3 * 24 * 60 * 60_000 };

interface NextRequestsProps {
  side: RequestSide;
  portrait: Face;
  /** Milliseconds since 1970. */
  now: number;
}

/** The requests on which this user can act now, with the action in place. First on both home pages. */
export function NextRequests({ side, portrait, now }: NextRequestsProps) {
  const { status, data: items } = useRequests();
  const { list, done, onClickCapture } = useLeavingCards<HTMLDivElement>();
  const own = items.filter((item) => item.side === side);
  const waiting = own.filter((item) => item.status === 'Pendente' && !wasRefused(item)).toReversed();
  const refused = own.filter(({ write }) => write?.status === 'rejected');
  const accepted = own.filter((item) => isFresh(item, now)).slice(0, SHOWN);
  const answerable = side === 'teacher' ? waiting.slice(0, SHOWN) : [];
  // One list, so that a card keeps its element when its request is accepted.
  const cards = [...accepted, ...answerable];
  const named = [...refused, ...(side === 'student' ? waiting : [])].slice(0, SHOWN);
  return (
    <section className={classes.box} aria-label="Pedidos de aula">
      <RequestMoment requests={own} />
      <h2>{side === 'student' ? 'Seus pedidos de aula' : 'Pedidos de aula'}</h2>
      <p ref={done} tabIndex={-1}>
        {status === 'ready' ? sayState(side, waiting.length, accepted.length) : WITHOUT[status]}
      </p>
      {cards.length > 0 ? (
        <div ref={list} className={classes.group} onClickCapture={onClickCapture}>
          {cards.map((request) => (
            <NextRequest key={request.id} request={request} portrait={portrait} now={now} />
          ))}
        </div>
      ) : null}
      {named.length > 0 ? <Named requests={named} /> : null}
      <div>
        <LinkButton to={`/${side}/requests`} variant="outline">
          Ver pedidos
        </LinkButton>
      </div>
    </section>
  );
}

function isFresh(request: ShownRequest, now: number): boolean {
  const { side, answered_at } = request;
  // From the first agreed lesson on, the next step is that lesson.
  return (
    isAgreed(request) && !isArranged(request) && Math.abs(now - Date.parse(answered_at ?? '')) < FRESH[side]
  );
}

function sayState(side: RequestSide, waiting: number, accepted: number): string {
  if (accepted === 0 || waiting > 0 || side === 'teacher') return waitingText(side, waiting);
  return accepted === 1
    ? 'Seu pedido foi aceito. Combine a aula.'
    : 'Seus pedidos foram aceitos. Combine as aulas.';
}

/** A request with its next step: the teacher answers, then both are in touch. */
function NextRequest({ request, portrait, now }: { request: ShownRequest; portrait: Face; now: number }) {
  const styleName = useStyleNames();
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const wasWaiting = useRef(false);
  const [asking, setAsking] = useState<Ending | null>(null);
  const style = styleName(request.dance_style_id) ?? 'Dança';
  const { side, id, status, message } = request;
  const name = otherName(request);
  const wait = waitLine(request, now);
  // The button that had the focus leaves with the acceptance.
  useEffect(() => {
    const isAccepted = wasWaiting.current && status === 'Aceito';
    wasWaiting.current = status === 'Pendente';
    if (isAccepted && document.activeElement === document.body) card.current?.focus();
  }, [status]);
  return (
    <article ref={card} tabIndex={-1} className={classes.nextCard} aria-labelledby={titleId}>
      <span className={classes.face}>{portrait(personOf(request))}</span>
      <div className={classes.words}>
        <h3 id={titleId}>
          <Link to={`/${side}/requests/${id}`}>
            {status === 'Aceito' ? ACCEPTED[side](name) : `${style} com ${name}`}
          </Link>
        </h3>
        <p>
          {status === 'Aceito' ? `${style} · ` : null}
          {daysText(request.preferred_days)} · {timesText(request.preferred_times)}
        </p>
        <MinorMark of={request} />
        <StudentLine request={request} />
        {wait ? <p>{wait}</p> : null}
        {message && side === 'teacher' ? <p className={classes.quote}>{message}</p> : null}
      </div>
      <div className={classes.nextStep}>
        {status === 'Aceito' ? (
          <HandOver request={request} style={style} compact />
        ) : (
          <RequestActions
            request={request}
            asking={asking}
            onAsk={setAsking}
            onGone={() => undefined}
            about={`${style} de ${name}`}
          />
        )}
      </div>
    </article>
  );
}

const ACCEPTED = {
  student: (name: string) => `${name} aceitou seu pedido`,
  teacher: (name: string) => `Você aceitou o pedido de ${name}`,
};

function Named({ requests }: { requests: readonly ShownRequest[] }) {
  const styleName = useStyleNames();
  return (
    <ul className={classes.next}>
      {requests.map((request) => (
        <li key={request.id}>
          <Link to={`/${request.side}/requests/${request.id}`}>
            {request.write?.status === 'rejected' ? 'Não enviado: ' : null}
            {styleName(request.dance_style_id) ?? 'Dança'} com {otherName(request)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const WITHOUT = {
  'signed-out': 'Seus pedidos aparecem aqui.',
  loading: 'Carregando pedidos…',
  failed: 'Não foi possível carregar os pedidos.',
} as const;
