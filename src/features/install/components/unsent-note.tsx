import { useEffect, useState } from 'react';
import { flushNow } from '@/outbox/entry';
import { usePending } from '@/outbox/pending';
import { useSyncStatus } from '@/reads/sync-status';
import { Link } from '@/ui/link';
import { sayNo } from '../ask';
import classes from './wanted-dialog.module.css';

const waiting = (count: number) =>
  count === 1 ? 'Você tem 1 envio esperando.' : `Você tem ${count} envios esperando.`;

/**
 * Warns about unsent writes, which stay in this browser's storage: they should be sent before the user moves to the app
 * or another browser.
 */
export function UnsentNote({ toWhere }: { toWhere: string }) {
  const { items } = usePending();
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const [sending, setSending] = useState(false);
  const count = items.length;
  const any = count > 0;
  const [had, setHad] = useState(any);

  useEffect(() => {
    if (!any) return;
    setHad(true);
    if (offline) return;
    setSending(true);
    void flushNow('button').finally(() => setSending(false));
  }, [any, offline]);

  return (
    <div className={classes.unsent} role="status" data-done={(had && !any) || undefined}>
      {any ? (
        <>
          {waiting(count)} {noteOf({ count, offline, sending, toWhere })}{' '}
          {!offline && !sending ? (
            <Link to="/envios" onClick={sayNo}>
              Ver envios pendentes
            </Link>
          ) : null}
        </>
      ) : null}
      {had && !any ? `Tudo enviado: pode passar para ${toWhere}.` : null}
    </div>
  );
}

interface Moment {
  count: number;
  offline: boolean;
  sending: boolean;
  toWhere: string;
}

function noteOf({ count, offline, sending, toWhere }: Moment): string {
  if (sending && !offline) return 'Enviando…';
  const stays =
    count === 1 ? 'Ele está salvo só aqui e não vai junto' : 'Eles estão salvos só aqui e não vão junto';
  return offline ? `${stays}: conecte-se e espere o envio antes de passar para ${toWhere}.` : `${stays}.`;
}
