import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { mayBeOnline } from '@/lib/browser/navigator';
import type { Href } from '@/lib/paths';
import type { ListQuery, OwnAbsence } from '@/reads/query';
import { useSyncStatus } from '@/reads/sync-status';
import { LinkButton } from '@/ui/link-button';
import { Notice as NoticeBox } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { useNow } from '@/ui/use-now';
import classes from './inbox.module.css';
import { type Notice, NoticeRow } from './notice-row';

interface InboxProps {
  /** Newest first. */
  query: ListQuery<Notice, OwnAbsence>;
  /** Resolves to the failure, or null. */
  markRead(ids: string[]): Promise<'not-stored' | 'failed' | null>;
  /** Suggested action for an empty inbox. */
  empty: { text: string; to: Href; action: string };
  /** Rendered between the heading and the list. */
  children?: ReactNode;
}

/** The server's limit for one command. */
const AT_ONCE = 500;

const FAILURES = {
  'not-stored':
    'Este aparelho não conseguiu salvar isto: as notificações continuam como não lidas. Libere espaço e tente de novo.',
  failed: 'Não foi possível marcar como lidas. Tente novamente.',
} as const;

/** The user's notices, from the device, offline too. */
export function Inbox({ query, markRead, empty, children }: InboxProps) {
  const { status, data: items } = query;
  const now = useNow();
  const [failure, setFailure] = useState<keyof typeof FAILURES | null>(null);
  const [marking, setMarking] = useState(false);
  const unread = items.filter(({ isRead }) => !isRead).map(({ id }) => id);

  async function read(ids: string[]) {
    if (ids.length === 0) return;
    setFailure(null);
    setFailure(await markRead(ids.slice(0, AT_ONCE)));
  }
  async function readAll() {
    setMarking(true);
    await read(unread);
    setMarking(false);
  }

  return (
    <>
      <div className={classes.head}>
        <div>
          <PageHeading>Notificações</PageHeading>
          {status === 'ready' ? <p role="status">{countText(unread.length)}</p> : null}
        </div>
        {unread.length > 0 || marking ? (
          <Button variant="outline" loading={marking} onClick={readAll}>
            Marcar todas como lidas
          </Button>
        ) : null}
      </div>
      <p role="alert" className={classes.failure}>
        {failure ? FAILURES[failure] : null}
      </p>
      {children}
      {items.length > 0 ? (
        <ul className={classes.list}>
          {items.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} now={now} onRead={() => read([notice.id])} />
          ))}
        </ul>
      ) : (
        <Nothing status={status} empty={empty} />
      )}
    </>
  );
}

function countText(unread: number): string {
  if (unread === 0) return 'Tudo lido';
  return unread === 1 ? '1 não lida' : `${unread} não lidas`;
}

function Nothing({ status, empty }: { status: OwnAbsence | 'ready' } & Pick<InboxProps, 'empty'>) {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  // A server that keeps failing also counts as offline, but then the user's connection is not to blame.
  const unplugged = offline && !mayBeOnline();
  if (status === 'failed') {
    return (
      <NoticeBox
        role="alert"
        title="Não foi possível carregar as notificações"
        text={
          unplugged
            ? 'Você está sem conexão e este aparelho ainda não salvou suas notificações. Elas aparecem aqui quando a conexão voltar.'
            : 'O servidor não respondeu e este aparelho ainda não salvou suas notificações. Tente de novo daqui a pouco.'
        }
        action={<Button onClick={() => window.location.reload()}>Tentar de novo</Button>}
      />
    );
  }
  if (status !== 'ready') {
    return (
      <div className={classes.waiting} role="status" aria-busy="true">
        Carregando notificações…
      </div>
    );
  }
  return (
    <NoticeBox
      title="Nenhuma notificação por aqui"
      text={empty.text}
      action={<LinkButton to={empty.to}>{empty.action}</LinkButton>}
    />
  );
}
