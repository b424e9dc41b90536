import type { RequestSide } from '@/db/rows';
import { useStyleNames } from '@/reads/use-names';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { wasRefused } from '../overlay';
import { useRequests } from '../queries';
import { otherName } from '../texts';
import { waitingText } from './request-list';
import classes from './requests.module.css';

const SHOWN = 3;

/** On both homes: how many requests wait, and the ones that have waited longest. */
export function WaitingCard({ side }: { side: RequestSide }) {
  const { status, data: items } = useRequests();
  const styleName = useStyleNames();
  const own = items.filter((item) => item.side === side);
  const waiting = own.filter((item) => item.status === 'Pendente' && !wasRefused(item)).toReversed();
  const refused = own.filter(({ write }) => write?.status === 'rejected');
  return (
    <section className={classes.box} aria-label="Pedidos de aula">
      <h2>{side === 'student' ? 'Seus pedidos de aula' : 'Pedidos de aula'}</h2>
      <p>{status === 'ready' ? waitingText(side, waiting.length) : WITHOUT[status]}</p>
      {waiting.length + refused.length > 0 ? (
        <ul className={classes.next}>
          {[...refused, ...waiting.filter((item) => !refused.includes(item))]
            .slice(0, SHOWN)
            .map((request) => (
              <li key={request.id}>
                <Link to={`/${side}/requests/${request.id}`}>
                  {request.write?.status === 'rejected' ? 'Não enviado: ' : null}
                  {styleName(request.dance_style_id) ?? 'Dança'} com {otherName(request)}
                </Link>
              </li>
            ))}
        </ul>
      ) : null}
      <div>
        <LinkButton to={`/${side}/requests`} variant="outline">
          Ver pedidos
        </LinkButton>
      </div>
    </section>
  );
}

const WITHOUT = {
  'signed-out': 'Seus pedidos aparecem aqui.',
  loading: 'Carregando pedidos…',
  failed: 'Não foi possível carregar os pedidos.',
} as const;
