import { timeSince } from '@/lib/dates';
import { DataLink } from '@/ui/link';
import { VisuallyHidden } from '@/ui/visually-hidden';
import classes from './inbox.module.css';

interface NoticeRowProps {
  notice: Notice;
  /** Milliseconds since 1970. */
  now: number;
  onRead(): void;
}

/** One notice: links to its subject, and counts as read once it was followed or marked. */
export function NoticeRow({ notice: { title, body, url, isRead, createdAt }, now, onRead }: NoticeRowProps) {
  return (
    <li className={classes.notice} data-unread={!isRead || undefined}>
      <h2 className={classes.title}>
        {isRead ? null : <VisuallyHidden>Não lida: </VisuallyHidden>}
        {title}
      </h2>
      <time className={classes.time} dateTime={createdAt}>
        {timeSince(Date.parse(createdAt), now)}
      </time>
      <p className={classes.body}>{body}</p>
      {url || !isRead ? (
        <div className={classes.actions}>
          {url ? (
            <DataLink to={url} aria-label={`Abrir: ${title}`} onClick={() => (isRead ? undefined : onRead())}>
              Abrir
            </DataLink>
          ) : null}
          {isRead ? null : (
            <button type="button" aria-label={`Marcar como lida: ${title}`} onClick={onRead}>
              Marcar como lida
            </button>
          )}
        </div>
      ) : null}
    </li>
  );
}

/** A notice as the inbox shows it. */
export interface Notice {
  id: string;
  title: string;
  body: string;
  /** A path inside the site. */
  url: string | null;
  isRead: boolean;
  createdAt: string;
}
