import type { ReactNode } from 'react';
import core from '../core/core.module.css';
import classes from './bulk.module.css';

export interface Shown {
  title: string;
  body: string;
  url: string | null;
}

interface MessagePreviewProps {
  shown: Shown;
  /** Draws a notification as it appears in the inbox. */
  drawNotice(shown: Shown): ReactNode;
}

/** Previews a message in the inbox and as a notification of the phone. Its links and buttons are inert. */
export function MessagePreview({ shown, drawNotice }: MessagePreviewProps) {
  const filled = { ...shown, title: shown.title || 'Título', body: shown.body || 'O texto aparece aqui.' };
  return (
    <section className={core.card} aria-labelledby="bulk-preview">
      <h2 id="bulk-preview">Prévia</h2>
      <p className={core.muted}>Na caixa de entrada</p>
      <ul inert className={classes.inbox}>
        {drawNotice(filled)}
      </ul>
      <p className={core.muted}>No celular de quem ligou as notificações</p>
      <div inert className={classes.phone}>
        <img src="/icons/icon-192.png" alt="" width={40} height={40} />
        <div>
          <p className={classes.phoneTitle}>{filled.title}</p>
          <p className={classes.phoneBody}>{filled.body}</p>
        </div>
      </div>
    </section>
  );
}
