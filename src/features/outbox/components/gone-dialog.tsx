import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { forgetGone } from '@/auth/leaving/gone';
import { copyText } from '@/lib/browser/share';
import { logger } from '@/lib/logger';
import type { RawCommand } from '@/outbox/command';
import { leaveOutbox, unsentOf } from '@/outbox/entry';
import { useCatalog } from '@/reads/use-catalog';
import { Modal } from '@/ui/modal';
import { showToast } from '@/ui/toast';
import { GONE } from '../texts';
import { asText, writtenIn } from '../written';
import classes from './outbox.module.css';

interface GoneDialogProps {
  /** User whose account the server has removed. */
  userId: string;
  onDone(): void;
}

/** Tells that the account was removed. Lists its unsent writes, which can be copied before they are deleted. */
export default function GoneDialog({ userId, onDone }: GoneDialogProps) {
  const [unsent, setUnsent] = useState<readonly RawCommand[]>([]);
  const [note, setNote] = useState<string | null>(null);
  const catalog = useCatalog();

  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const found = await unsentOf(userId);
      if (isOver) return;
      setUnsent(found);
      if (found.length > 0) return;
      forgetGone();
      onDone();
      await showToast({ title: GONE.title, description: GONE.nothing, id: 'session' });
    };
    look().catch((error: unknown) =>
      logger.warn('The unsent writes of a removed account could not be read', error),
    );
    return () => {
      isOver = true;
    };
  }, [userId, onDone]);

  const copy = async () => {
    setNote((await copyText(asText(unsent, catalog))) ? GONE.copied : GONE.notCopied);
  };
  const discard = async () => {
    try {
      await leaveOutbox(userId, 'discard');
      forgetGone();
      onDone();
    } catch (error) {
      logger.warn('The unsent writes of a removed account could not be deleted', error);
      setNote(GONE.notDiscarded);
    }
  };

  if (unsent.length === 0) return null;
  return (
    <Modal
      title={GONE.title}
      onClose={null}
      actions={
        <>
          <Button onClick={() => void copy()}>Copiar tudo</Button>
          <Button variant="outline" color="danger" onClick={() => void discard()}>
            Apagar deste aparelho
          </Button>
        </>
      }
    >
      <p>{GONE.text(unsent.length)}</p>
      <ul className={classes.gone}>
        {unsent.map((command) => {
          const { label, about, summary, words } = writtenIn(command, catalog);
          return (
            <li key={command.id}>
              <strong>{label}</strong>
              {about ? <p>{about}</p> : null}
              {summary ? <p>{summary}</p> : null}
              {words.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </li>
          );
        })}
      </ul>
      <p role="status">{note}</p>
    </Modal>
  );
}
