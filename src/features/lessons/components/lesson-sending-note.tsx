import { known } from '@/outbox/commands/kinds';
import { discard, retry } from '@/outbox/entry';
import { mayRetry, sendingOf } from '@/outbox/sending';
import { useWorthSaying } from '@/outbox/worth-saying';
import { Link } from '@/ui/link';
import { type ShownLesson, shownOn } from '../lesson-overlay';
import classes from './requests.module.css';

/** State of the person's last write on the lesson, and what to do when the server refused it. */
export function LessonSendingNote({ lesson }: { lesson: ShownLesson }) {
  const write = useWorthSaying(lesson.write);
  if (!write) return null;
  const { tone, text, reason } = sendingOf(write);
  const about = shownOn(write);
  if (write.status === 'rejected' && about !== null && about !== lesson.id) {
    return (
      <p className={classes.sending} data-tone="waiting">
        Aguarda outra aula desta série, com um envio que não foi aceito.{' '}
        <Link to={`/${lesson.side}/requests/${lesson.request_id}#aula-${about}`}>Ver essa aula</Link>
      </p>
    );
  }
  if (write.status !== 'rejected') {
    return (
      <p className={classes.sending} data-tone={tone} role="status">
        {text}
        {reason ? `: ${reason}` : null}
      </p>
    );
  }
  const found = known(write);
  const summary = found?.kind.summary(found.command.payload);
  return (
    <div className={classes.note} data-tone={tone}>
      <p className={classes.sending} data-tone={tone} role="alert">
        {text}
      </p>
      {found ? (
        <p>
          Você enviou: {found.kind.label}
          {summary ? `, ${summary}` : null}
        </p>
      ) : null}
      {reason ? <p>{reason}</p> : null}
      <div className={classes.plains}>
        {mayRetry(write) ? (
          <button type="button" className={classes.plain} onClick={() => void retry(write.id)}>
            Tentar de novo
          </button>
        ) : null}
        <button type="button" className={classes.plain} onClick={() => void discard(write.id)}>
          Entendi, descartar
        </button>
      </div>
    </div>
  );
}
