import { ClockIcon } from '@/ui/more-icons';
import type { Teacher } from '../schema';
import classes from './response-facts.module.css';
import { repliesText, replyTimeText } from './response-text';

/** How the teacher has answered requests; nothing below five of them in 90 days (…_listings.sql). */
export function ResponseFacts({ replyHours, replyTenths }: Pick<Teacher, 'replyHours' | 'replyTenths'>) {
  if (replyTenths === null) return null;
  const time = replyTimeText(replyHours);
  return (
    <div className={classes.facts}>
      <ClockIcon size={20} />
      <div>
        {time ? <p>{time}</p> : null}
        <p>{repliesText(replyTenths)}</p>
        <p className={classes.base}>Pedidos dos últimos 90 dias. O prazo são 48 horas, das 8h às 22h.</p>
      </div>
    </div>
  );
}
