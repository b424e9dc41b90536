import type { ReactNode } from 'react';
import { timeSince } from '@/lib/dates';
import { listed } from '@/lib/portuguese';
import { sendingOf } from '@/outbox/sending';
import { Link } from '@/ui/link';
import { type ShownRequest, wasRefused } from '../overlay';
import { daysText, otherName, timesText } from '../texts';
import { waitLine } from '../waiting';
import { MinorMark } from './guardian-terms-box';
import classes from './requests.module.css';
import { StudentLine } from './student-summary';

export type Face = (person: { id: string; name: string; imageUrl: string | null }) => ReactNode;

interface RequestCardProps {
  request: ShownRequest;
  style: string;
  portrait: Face;
  /** Milliseconds since 1970. */
  now: number;
  /** The other requests of the same wish that wait. */
  others?: readonly ShownRequest[];
}

/** One request in a list: person, style, time, state, and whether it has been sent. */
export function RequestCard({ request, style, portrait, now, others = [] }: RequestCardProps) {
  const { id, side, status, write, request_date } = request;
  const name = otherName(request);
  const wait = waitLine(request, now, others.length > 0);
  const together = others.map(otherName);
  const sending = write && write.status !== 'delivered' ? sendingOf(write) : null;
  return (
    <li className={classes.card}>
      <span className={classes.face}>{portrait(personOf(request))}</span>
      <div className={classes.words}>
        <h2>
          <Link to={`/${side}/requests/${id}`}>
            {style} com {name}
          </Link>
        </h2>
        <p>
          {daysText(request.preferred_days)} · {timesText(request.preferred_times)}
        </p>
        <MinorMark of={request} />
        <StudentLine request={request} />
        <div className={classes.line}>
          {wasRefused(request) ? null : (
            <span className={classes.state} data-state={status}>
              {status}
            </span>
          )}
          <time dateTime={request_date}>{timeSince(Date.parse(request_date), now)}</time>
        </div>
        {wait ? <p>{wait}</p> : null}
        {together.length > 0 ? <p>Junto com {listed(together)}</p> : null}
        {sending ? (
          <p className={classes.sending} data-tone={sending.tone} role="status">
            {sending.text}
            {sending.reason ? `: ${sending.reason}` : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}

export function personOf(request: ShownRequest) {
  const { side, teacher_id, student_id, other_image_url } = request;
  return {
    id: side === 'student' ? teacher_id : student_id,
    name: otherName(request),
    imageUrl: other_image_url,
  };
}
