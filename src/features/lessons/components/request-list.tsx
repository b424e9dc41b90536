import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RequestSide } from '@/db/rows/lesson-fields';
import { useStyleNames } from '@/reads/use-names';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { useNow } from '@/ui/use-now';
import { type ShownRequest, wasRefused } from '../overlay';
import { useRequests } from '../queries';
import { STATES } from '../texts';
import { byWish, togetherWith } from '../waiting';
import { type Face, RequestCard } from './request-card';
import { RequestMoment } from './request-moment';
import classes from './requests.module.css';
import { RequestsFallback } from './requests-fallback';

/** Number of requests in each state before the button that shows all. */
const FIRST = 12;

const EMPTY = {
  student: {
    text: 'Encontre um professor e peça sua primeira aula. Funciona também sem internet.',
    to: '/search',
    action: 'Encontrar um professor',
  },
  teacher: {
    text: 'Quando um aluno pedir aulas com você, o pedido aparece aqui.',
    to: '/teacher/profile',
    action: 'Editar meu perfil',
  },
} as const;

/** The user's requests by state, from the device, offline too. */
export function RequestList({ side, portrait }: { side: RequestSide; portrait: Face }) {
  const { status, data: items } = useRequests();
  const own = items.filter((item) => item.side === side);
  const waiting = own.filter((item) => item.status === 'Pendente' && !wasRefused(item)).length;
  return (
    <>
      <RequestMoment requests={own} />
      <div className={classes.head}>
        <PageHeading>Pedidos</PageHeading>
        <Link className={classes.plain} to={`/${side}/lessons`}>
          Agenda de aulas
        </Link>
        {status === 'ready' && own.length > 0 ? <p role="status">{waitingText(side, waiting)}</p> : null}
      </div>
      {status === 'ready' ? null : <RequestsFallback failed={status === 'failed'} level={2} />}
      {status === 'ready' && own.length === 0 ? (
        <Notice
          title="Nenhum pedido por aqui"
          text={EMPTY[side].text}
          action={<LinkButton to={EMPTY[side].to}>{EMPTY[side].action}</LinkButton>}
        />
      ) : null}
      <Group title="Não enviado" items={own.filter(wasRefused)} portrait={portrait} />
      {STATES.map((state) => (
        <Group
          key={state}
          title={state}
          items={own.filter((item) => item.status === state && !wasRefused(item))}
          portrait={portrait}
          areGrouped={side === 'student' && state === 'Pendente'}
        />
      ))}
    </>
  );
}

/** Explains the number of pending requests to each side. */
export function waitingText(side: RequestSide, count: number): string {
  const whose = side === 'student' ? 'resposta' : 'sua resposta';
  if (count === 0) return `Nenhum pedido aguardando ${whose}`;
  return count === 1 ? `1 pedido aguardando ${whose}` : `${count} pedidos aguardando ${whose}`;
}

interface GroupProps {
  title: string;
  items: readonly ShownRequest[];
  portrait: Face;
  /** Whether each request says with which others of these it belongs together. */
  areGrouped?: boolean;
}

function Group({ title, items, portrait, areGrouped = false }: GroupProps) {
  const now = useNow();
  const styleName = useStyleNames();
  const [all, setAll] = useState(false);
  if (items.length === 0) return null;
  const ordered = areGrouped ? byWish(items) : items;
  const shown = all ? ordered : ordered.slice(0, FIRST);
  return (
    // Each card says its state: the name of the group is for moving between landmarks.
    <section className={classes.group} aria-label={`${title} ${items.length}`}>
      <ul className={classes.list}>
        {shown.map((request) => (
          <RequestCard
            key={request.id}
            request={request}
            style={styleName(request.dance_style_id) ?? 'Dança'}
            portrait={portrait}
            now={now}
            others={areGrouped ? togetherWith(request, items).filter(({ id }) => id !== request.id) : []}
          />
        ))}
      </ul>
      {shown.length < items.length ? (
        <Button variant="outline" onClick={() => setAll(true)}>
          Mostrar todos ({items.length})
        </Button>
      ) : null}
    </section>
  );
}
