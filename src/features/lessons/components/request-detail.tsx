import { Fragment, type ReactNode, useState } from 'react';
import { FOR_MINOR, isForMinor } from '@/db/lessons/guardian-terms';
import type { RequestSide } from '@/db/rows/lesson-fields';
import type { WishName } from '@/db/rows/wish-fields';
import type { Href } from '@/lib/paths';
import { useHidden } from '@/reads/use-hidden';
import { useStyleNames } from '@/reads/use-names';
import { ChevronLeftIcon } from '@/ui/icons';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { MoreMenu } from '@/ui/more-menu';
import { useNavigate } from '@/ui/navigate';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { SafetyLink } from '@/ui/safety-link';
import { isAgreed, isOpen, otherIdOf, type ShownRequest, wasRefused } from '../overlay';
import { useRequest } from '../queries';
import { cancelledByText, daysText, endedByText, momentText, otherName, timesText } from '../texts';
import { GuardianTermsBox } from './guardian-terms-box';
import { HandOver } from './hand-over';
import type { NotesOf } from './lesson-card';
import { PixPayment } from './pix-payment';
import { type Ending, mayAnswer, RequestActions } from './request-actions';
import { type Face, personOf } from './request-card';
import { RequestLessons } from './request-lessons';
import { RequestMoment } from './request-moment';
import { RequestWaiting } from './request-waiting';
import classes from './requests.module.css';
import { RequestsFallback } from './requests-fallback';
import { SendingNote } from './sending-note';
import { StudentSummary } from './student-summary';

/** 'message': what the other side wrote in the request. */
export type ReportOf = (
  what: 'request' | 'message' | 'lesson',
  targetId: string,
  seen: string | null,
) => ReactNode;

interface RequestDetailProps {
  id: string;
  side: RequestSide;
  portrait: Face;
  /** Rendered below a request that the server has: the form to evaluate the other side. */
  evaluation?: (request: ShownRequest) => ReactNode;
  /** Rendered above the answer of a request that this side may answer. */
  beforeAnswer?: (request: ShownRequest) => ReactNode;
  /** Rendered while a student's teacher is silent: other teachers to ask. */
  besides?: (request: ShownRequest) => ReactNode;
  /** Rendered on a student's request that has ended: the way to other teachers. */
  others?: (request: ShownRequest) => ReactNode;
  /** Rendered above an open request: says that the teacher is not shown now. */
  away?: (request: ShownRequest) => ReactNode;
  /** Rendered below the terms of a guardian's accepted request. */
  forMinor?: (request: ShownRequest) => ReactNode;
  /** Rendered on each lesson's card. */
  notes?: NotesOf;
  /** Behind '⋯' for a request that the server has, while the other side has an account. */
  end?: (request: ShownRequest) => ReactNode;
  /** Below the request and below the other side's proposals, under the same conditions: reports them. */
  reportOf?: ReportOf;
}

/** One request: its content, its state, and this side's actions. */
export function RequestDetail({ id, side, portrait, ...parts }: RequestDetailProps) {
  const query = useRequest(id);
  const list = `/${side}/requests` as const;
  const request = query.data?.side === side ? query.data : null;
  return (
    <>
      {request ? null : <Back list={list} />}
      {request ? <Whole request={request} portrait={portrait} list={list} {...parts} /> : null}
      {!request && (query.status === 'missing' || query.status === 'ready') ? (
        <Notice
          level={1}
          title="Pedido não encontrado"
          text="O endereço pode estar incompleto, ou o pedido é de outra conta."
          action={<LinkButton to={list}>Ver pedidos</LinkButton>}
        />
      ) : null}
      {query.status === 'loading' || query.status === 'failed' || query.status === 'signed-out' ? (
        <RequestsFallback failed={query.status === 'failed'} level={1} ofOne />
      ) : null}
    </>
  );
}

function Back({ list }: { list: Href }) {
  return (
    <Link to={list} className={classes.back}>
      <ChevronLeftIcon size={18} />
      Todos os pedidos
    </Link>
  );
}

interface WholeProps extends Omit<RequestDetailProps, 'id' | 'side'> {
  request: ShownRequest;
  list: Href;
}

function Whole(props: WholeProps) {
  const {
    request,
    portrait,
    list,
    evaluation,
    beforeAnswer,
    besides,
    others,
    away,
    forMinor,
    notes,
    end,
    reportOf,
  } = props;
  const styleName = useStyleNames();
  const navigate = useNavigate();
  const style = styleName(request.dance_style_id) ?? 'dança';
  const name = otherName(request);
  const toList = () => void navigate(list, { replace: true });
  const isBlocked = useHidden().has(otherIdOf(request));
  const refused = wasRefused(request);
  const isAccepted = request.status === 'Aceito';
  const [asking, setAsking] = useState<Ending | null>(null);
  const isBetweenTwo = request.stored && request.other_name !== null;
  const last = isBetweenTwo && end ? end(request) : null;
  const report = isBetweenTwo ? reportOf : undefined;
  return (
    <>
      <RequestMoment requests={[request]} />
      <div className={classes.top}>
        <Back list={list} />
        {mayAnswer(request) || last ? (
          <MoreMenu label="Mais opções">
            {mayAnswer(request) && !isBlocked ? (
              <button type="button" className={classes.plain} onClick={() => setAsking('cancel')}>
                Cancelar pedido
              </button>
            ) : null}
            {last}
          </MoreMenu>
        ) : null}
      </div>
      <div className={classes.person}>
        <span className={classes.face}>{portrait(personOf(request))}</span>
        <div className={classes.head}>
          <PageHeading>
            {style} com {name}
          </PageHeading>
          {refused ? null : (
            <div className={classes.line}>
              <span className={classes.state} data-state={request.status}>
                {request.status}
              </span>
              {isOpen(request) && isBlocked ? null : <span>{stateText(request, name)}</span>}
            </div>
          )}
        </div>
      </div>
      <SendingNote
        key={request.write?.id}
        request={request}
        editPath={`/student/requests/new?envio=${request.write?.id ?? ''}`}
        onDiscarded={refused ? toList : () => undefined}
      />
      {isOpen(request) && isBetweenTwo && !isBlocked ? away?.(request) : null}
      {isBlocked ? null : <RequestWaiting request={request} besides={besides} others={others} />}
      {isAgreed(request) && !isBlocked ? <HandOver request={request} style={style} /> : null}
      {isOpen(request) && isBlocked ? <BlockedNote request={request} name={name} /> : null}
      {isAccepted ? (
        <GuardianTermsBox request={request}>
          {isAgreed(request) ? forMinor?.(request) : null}
        </GuardianTermsBox>
      ) : null}
      {isAccepted && !isBlocked ? <RequestLessons request={request} notes={notes} reportOf={report} /> : null}
      {isAgreed(request) && !isBlocked ? <PixPayment request={request} /> : null}
      <section className={classes.box}>
        <h2>O pedido</h2>
        <dl className={classes.facts}>
          <Fact what="Estilo" how={style} />
          {Object.entries(WISH_FACTS).map(([field, draw]) => (
            <Fragment key={field}>{draw(request)}</Fragment>
          ))}
          <Fact what="Pedido em" how={momentText(request.request_date)} />
          {request.answered_at ? <Fact what="Respondido em" how={momentText(request.answered_at)} /> : null}
          {request.cancelled_at ? <Fact what="Cancelado em" how={momentText(request.cancelled_at)} /> : null}
          {request.ended_at ? <Fact what="Encerrado em" how={momentText(request.ended_at)} /> : null}
          {request.reason ? <Fact what="Motivo" how={request.reason} wide /> : null}
        </dl>
        {report ? (
          <div className={classes.plains}>
            {hasWrittenWords(request) ? report('message', request.id, null) : null}
            {report('request', request.id, null)}
          </div>
        ) : null}
      </section>
      {isAccepted ? null : <GuardianTermsBox request={request} />}
      <StudentSummary request={request} />
      {mayAnswer(request) && !isBlocked ? beforeAnswer?.(request) : null}
      {refused || isBlocked ? null : (
        <RequestActions request={request} asking={asking} onAsk={setAsking} onGone={toList} />
      )}
      <SafetyLink />
      {request.stored ? evaluation?.(request) : null}
    </>
  );
}

/** In place of the actions, while the other person is blocked and the request is open on this phone. */
function BlockedNote({ request, name }: { request: ShownRequest; name: string }) {
  return (
    <section className={classes.box}>
      <h2>Você bloqueou {name}</h2>
      <p>
        {mayAnswer(request)
          ? `Enquanto isso, este pedido fica sem resposta, e ${name} não recebe aviso. Para responder, desbloqueie em Configurações.`
          : `Este pedido termina em algumas horas, e ${name} não recebe aviso do bloqueio.`}
      </p>
    </section>
  );
}

/** Whether the other side has written something in the request. */
function hasWrittenWords({ side, message, reason, ...request }: ShownRequest): boolean {
  const ender =
    request.ended_by ?? request.cancelled_by ?? (request.status === 'Recusado' ? 'teacher' : null);
  return (side === 'teacher' && message !== null) || (reason !== null && ender !== null && ender !== side);
}

/** How each field of a wish is read: a field without words does not compile. */
const WISH_FACTS: Record<WishName, (request: ShownRequest) => ReactNode> = {
  guardian: (request) => (isForMinor(request) ? <Fact what="Para quem" how={FOR_MINOR} wide /> : null),
  days: ({ preferred_days }) => <Fact what="Dias" how={daysText(preferred_days)} />,
  times: ({ preferred_times }) => <Fact what="Horários" how={timesText(preferred_times)} />,
  message: ({ message }) => <Fact what="Mensagem" how={message ?? 'Sem mensagem'} wide />,
};

function Fact({ what, how, wide }: { what: string; how: string; wide?: boolean }) {
  return (
    <div data-wide={wide}>
      <dt>{what}</dt>
      <dd>{how}</dd>
    </div>
  );
}

function stateText(request: ShownRequest, name: string): string {
  switch (request.status) {
    case 'Pendente':
      return request.side === 'student' ? `Aguardando a resposta de ${name}.` : 'Aguardando sua resposta.';
    case 'Aceito':
      if (request.ended_at) return endedByText(request);
      return request.side === 'student' ? `${name} aceitou seu pedido.` : 'Você aceitou este pedido.';
    case 'Recusado':
      return request.side === 'student' ? `${name} não pode aceitar agora.` : 'Você recusou este pedido.';
    case 'Cancelado':
      return cancelledByText(request, name);
  }
}
