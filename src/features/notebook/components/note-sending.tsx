import { discard, retry } from '@/outbox/entry';
import { mayRetry, sendingOf } from '@/outbox/sending';
import type { StoredCommand } from '@/outbox/stored-command';
import { useWorthSaying } from '@/outbox/worth-saying';
import classes from './notes.module.css';

/** State of the person's last write on the notes, and what to do when the server refused it. */
export function NoteSending({ write: last }: { write: StoredCommand | null }) {
  const write = useWorthSaying(last);
  if (!write) return null;
  const { tone, text, reason } = sendingOf(write);
  if (write.status !== 'rejected') {
    return (
      <p className={classes.sending} data-tone={tone} role="status">
        {text}
        {reason ? `: ${reason}` : null}
      </p>
    );
  }
  // The form shows the refused text with its reason, and discards it.
  if (write.kind === 'note.save') return null;
  return (
    <div className={classes.earlier}>
      <p className={classes.sending} data-tone={tone} role="alert">
        {text}. {reason}
      </p>
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
