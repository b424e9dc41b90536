import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useIdentity } from '@/auth/identity';
import { isUnsent } from '@/outbox/command';
import { flushNow } from '@/outbox/entry';
import { dependentsOf } from '@/outbox/parking';
import { usePending } from '@/outbox/pending';
import { type Pending, pendingStore } from '@/outbox/pending-store';
import type { StoredCommand } from '@/outbox/stored-command';
import { isOfThePhone } from '@/outbox/visibility';
import { useSyncStatus } from '@/reads/sync-status';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { useNow } from '@/ui/use-now';
import { OUTBOX } from '../texts';
import classes from './outbox.module.css';
import { PendingItem } from './pending-item';

interface PendingListProps {
  /** Deletes data that other features keep for a write, after the user has discarded it. */
  onDiscarded?(command: StoredCommand): void;
}

/** The unsent writes on this device. A refused one and the commands that wait for it are one item. */
export function PendingList({ onDiscarded }: PendingListProps) {
  const { status, items } = usePending();
  const isOthersWaiting = useStore(pendingStore, ({ commands }) =>
    (commands ?? []).some((command) => isUnsent(command) && !isOfThePhone(command)),
  );
  const isAnnounced = useStore(pendingStore, ({ announced }) => announced !== null);
  const role = useIdentity().identity?.role;
  const now = useNow();
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const [sending, setSending] = useState(false);

  async function sendAll() {
    setSending(true);
    await flushNow('button');
    setSending(false);
  }

  if (status === 'ready' && items.length === 0) {
    const [title, text] = isOthersWaiting
      ? [OUTBOX.others, OUTBOX.othersText]
      : isAnnounced
        ? [OUTBOX.cleared, OUTBOX.clearedText]
        : [OUTBOX.empty, OUTBOX.emptyText];
    return (
      <>
        <PageHeading>{OUTBOX.title}</PageHeading>
        <Notice
          title={title}
          text={text}
          action={<LinkButton to="/search">Encontrar Professor</LinkButton>}
        />
      </>
    );
  }
  if (status === 'failed') {
    return (
      <>
        <PageHeading>{OUTBOX.title}</PageHeading>
        <Notice
          role="alert"
          title={OUTBOX.failed}
          text={OUTBOX.failedText}
          action={<Button onClick={() => window.location.reload()}>Tentar de novo</Button>}
        />
      </>
    );
  }
  const own = items.map(({ command }) => command);
  return (
    <>
      <div className={classes.head}>
        <PageHeading>{OUTBOX.title}</PageHeading>
        {items.length > 0 ? (
          <Button variant="outline" loading={sending} disabled={offline} onClick={sendAll}>
            Enviar tudo agora
          </Button>
        ) : null}
      </div>
      {offline ? <p role="status">Você está sem conexão.</p> : null}
      {status === 'loading' ? (
        <div className={classes.waiting} role="status" aria-busy="true">
          Carregando envios…
        </div>
      ) : (
        <ul className={classes.list}>
          {roots(items).map((pending) => (
            <PendingItem
              key={pending.command.id}
              pending={pending}
              dependents={waitingFor(pending.command, own)}
              now={now}
              role={role}
              onDiscarded={() => onDiscarded?.(pending.command)}
            />
          ))}
        </ul>
      )}
      <p className={classes.intro}>{OUTBOX.intro}</p>
    </>
  );
}

function roots(items: Pending[]): Pending[] {
  return items.filter(({ command }) => command.status !== 'parked');
}

function waitingFor(command: StoredCommand, own: StoredCommand[]): number {
  if (command.status !== 'rejected') return 0;
  return dependentsOf(command, own).filter(({ status }) => status === 'parked').length;
}
