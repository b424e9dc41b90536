import { dateText, localMoment } from '@/lib/date-forms';
import { useStyleNames } from '@/reads/use-names';
import { Link } from '@/ui/link';
import { otherIdOf } from '../overlay';
import { useAllRequests } from '../queries';
import classes from './requests.module.css';

/** Links to the requests with a blocked person, which no list shows: the way to evaluate what was accepted. */
export function RequestsWith({ personId }: { personId: string }) {
  const styleName = useStyleNames();
  const requests = useAllRequests().data.filter((request) => otherIdOf(request) === personId);
  if (requests.length === 0) return null;
  return (
    <ul className={classes.next}>
      {requests.map(({ id, side, dance_style_id, request_date }) => (
        <li key={id}>
          <Link to={`/${side}/requests/${id}`}>
            Pedido de {styleName(dance_style_id) ?? 'dança'}, {dateText(localMoment, request_date)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
