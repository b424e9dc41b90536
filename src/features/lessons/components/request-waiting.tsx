import type { ReactNode } from 'react';
import { firstName } from '@/lib/text';
import { Link } from '@/ui/link';
import { useNow } from '@/ui/use-now';
import { isOpen, type ShownRequest } from '../overlay';
import { useRequests } from '../queries';
import { otherName } from '../texts';
import { besidesOf, isSilent, togetherWith, waitLine } from '../waiting';
import classes from './requests.module.css';

interface RequestWaitingProps {
  request: ShownRequest;
  besides: ((request: ShownRequest) => ReactNode) | undefined;
  /** The way on, where no request of the wish is open any more. */
  others: ((request: ShownRequest) => ReactNode) | undefined;
}

/** The time that an unanswered request still has, the requests of the same wish, and other teachers to ask. */
export function RequestWaiting({ request, besides, others }: RequestWaitingProps) {
  const now = useNow();
  const all = useRequests().data;
  const wish = request.side === 'student' ? togetherWith(request, all) : [request];
  const offers = besides !== undefined && besidesOf(request, wish, now) !== 'closed';
  // The offer says it too.
  const wait = offers ? null : waitLine(request, now, true);
  const name = firstName(otherName(request));
  const isReminded = request.side === 'student' && Boolean(request.nudged_at) && !isSilent(request, now);
  return (
    <>
      {wait ? (
        <p className={classes.note}>
          {wait}
          {isReminded ? `. Já lembramos ${name} do seu pedido.` : null}
        </p>
      ) : null}
      {wish.length > 1 ? <Wish request={request} wish={wish} /> : null}
      {offers ? besides(request) : null}
      {!offers && !wish.some(isOpen) ? others?.(request) : null}
    </>
  );
}

/** The requests that the student has made for one wish. */
function Wish({ request, wish }: { request: ShownRequest; wish: readonly ShownRequest[] }) {
  return (
    <section className={classes.box}>
      <h2>Pedidos juntos</h2>
      <p className={classes.summary}>Quando um professor aceitar, os outros pedidos são retirados.</p>
      <ul className={classes.wish}>
        {wish.map((one) => (
          <li key={one.id}>
            {one.id === request.id ? (
              <span aria-current="true">{otherName(one)}</span>
            ) : (
              <Link to={`/student/requests/${one.id}`}>{otherName(one)}</Link>
            )}
            <span className={classes.state} data-state={one.status}>
              {one.status}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
