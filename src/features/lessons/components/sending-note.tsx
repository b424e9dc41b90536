import { useState } from 'react';
import { presentIdentity } from '@/auth/identity';
import type { Href } from '@/lib/paths';
import { discard, retry } from '@/outbox/entry';
import { mayRetry, sendingOf } from '@/outbox/sending';
import { useWorthSaying } from '@/outbox/worth-saying';
import { Link } from '@/ui/link';
import { openRequestIn, type ShownRequest } from '../overlay';
import { keepRequestDraft } from '../request-draft';
import classes from './requests.module.css';

interface SendingNoteProps {
  request: ShownRequest;
  /** Page that changes a refused request. */
  editPath: Href;
  onDiscarded(): void;
}

/** Whether the row has changed since the server confirmed the write: the page says what it says now. */
function isOvertaken({ write, stored, version }: ShownRequest): boolean {
  const sentAs = write?.status === 'delivered' ? write.ack?.version : null;
  return stored && typeof sentAs === 'number' && version > sentAs;
}

/** State of the user's last write on the request, and the actions when the server refused it. */
export function SendingNote({ request, editPath, onDiscarded }: SendingNoteProps) {
  const write = useWorthSaying(isOvertaken(request) ? null : request.write);
  const [leaving, setLeaving] = useState(false);
  if (!write) return null;
  const { tone, text, reason } = sendingOf(write);
  const refused = write.status === 'rejected';
  const inTheWay = openRequestIn(write);
  const creates = write.kind === 'lesson_request.create';
  async function letGo(id: string) {
    setLeaving(true);
    await discard(id);
    keepRequestDraft(presentIdentity()?.userId ?? '', id, null);
    onDiscarded();
  }
  return (
    <div className={classes.note} data-tone={tone}>
      <p className={classes.sending} data-tone={tone} role={refused ? 'alert' : 'status'}>
        {text}
        {tone === 'waiting' ? '. Enviamos assim que houver conexão.' : null}
      </p>
      {reason ? <p>{reason}</p> : null}
      {refused ? (
        <div className={classes.plains}>
          {inTheWay ? (
            <Link className={classes.plain} to={`/student/requests/${inTheWay}`}>
              Ver o pedido aberto
            </Link>
          ) : null}
          {creates && !inTheWay ? (
            <Link className={classes.plain} to={editPath}>
              Editar pedido
            </Link>
          ) : null}
          {mayRetry(write) ? (
            <button type="button" className={classes.plain} onClick={() => void retry(write.id)}>
              Tentar de novo
            </button>
          ) : null}
          <button
            type="button"
            className={classes.plain}
            disabled={leaving}
            onClick={() => void letGo(write.id)}
          >
            {creates ? 'Descartar pedido' : 'Entendi, descartar'}
          </button>
        </div>
      ) : null}
    </div>
  );
}
