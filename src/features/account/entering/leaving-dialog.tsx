import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { identityStore } from '@/auth/identity';
import type { LeavingAnswer } from '@/auth/leaving/leaving';
import { logger } from '@/lib/logger';
import type { RawCommand } from '@/outbox/command';
import { flushNow, leaveOutbox, tellNothingWaits, unsentOf } from '@/outbox/entry';
import { useSyncStatus } from '@/reads/sync-status';
import { Modal } from '@/ui/modal';
import { FormNote } from '../fields/form-note';
import { discardTitle, draftsText, kindsText, LEAVING, remainderText } from './leaving-texts';

interface LeavingDialogProps {
  userId: string;
  unsent: readonly RawCommand[];
  /** The kinds of the unsaved drafts, one entry per draft. */
  drafts: readonly string[];
  onAnswer(answer: LeavingAnswer): void;
}

type Step = 'choice' | 'sending' | 'discard' | 'discarding';

/** Asks before a sign-out about unsent writes and drafts. Shown only when there is at least one of them. */
export default function LeavingDialog({ userId, unsent: first, drafts, onAnswer }: LeavingDialogProps) {
  const [step, setStep] = useState<Step>('choice');
  const [unsent, setUnsent] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const answered = useRef(false);
  /** Number of the current attempt; results of an abandoned attempt are ignored. */
  const attempt = useRef(0);

  const answer = (what: LeavingAnswer) => {
    if (answered.current) return;
    answered.current = true;
    onAnswer(what);
  };
  const leaveQuestion = useRef(answer);
  leaveQuestion.current = answer;

  // When another tab has signed the user out, the question is obsolete.
  useEffect(
    () =>
      identityStore.subscribe(({ identity }, before) => {
        if (before.identity?.userId === userId && identity?.userId !== userId) leaveQuestion.current('stay');
      }),
    [userId],
  );

  const send = async () => {
    attempt.current += 1;
    const mine = attempt.current;
    setFailure(null);
    setStep('sending');
    const watch = setInterval(() => {
      unsentOf(userId).then(
        (left) => mine === attempt.current && left.length > 0 && setUnsent(left),
        (error: unknown) => logger.info('Unsent writes could not be counted during sign-out', error),
      );
    }, 500);
    try {
      await flushNow('button');
      const left = await unsentOf(userId);
      if (left.length === 0) await tellNothingWaits(userId);
      if (mine !== attempt.current) return;
      if (left.length === 0 && drafts.length === 0) {
        answer('leave');
        return;
      }
      setUnsent(left);
      if (left.length > 0) setFailure(remainderText(left));
    } catch (error) {
      logger.warn('Unsent writes could not be sent before sign-out', error);
      if (mine === attempt.current) setFailure(LEAVING.unread);
    } finally {
      clearInterval(watch);
      if (mine === attempt.current) setStep('choice');
    }
  };

  const giveUpSending = () => {
    attempt.current += 1;
    setStep('choice');
  };

  const discard = async () => {
    setStep('discarding');
    try {
      if (unsent.length > 0) await leaveOutbox(userId, 'discard');
      answer('leave');
    } catch (error) {
      logger.warn('Unsent writes could not be discarded before sign-out', error);
      setFailure(LEAVING.notDiscarded);
      setStep('choice');
    }
  };

  if (step === 'discard' || step === 'discarding') {
    const busy = step === 'discarding';
    return (
      <Modal
        key="discard"
        title={discardTitle(unsent.length, drafts.length)}
        onClose={busy ? null : () => setStep('choice')}
        actions={
          <>
            <Button variant="outline" disabled={busy} onClick={() => setStep('choice')}>
              Voltar
            </Button>
            <Button color="danger" loading={busy} onClick={() => void discard()}>
              Sim, descartar e sair
            </Button>
          </>
        }
      >
        {unsent.length > 0 ? <p>{kindsText(unsent)}</p> : null}
        {drafts.length > 0 ? <p>{draftsText(drafts)}</p> : null}
        <p>{LEAVING.discardText}</p>
      </Modal>
    );
  }

  if (step === 'sending') {
    return (
      <Modal
        key="sending"
        title={LEAVING.sendingTitle}
        onClose={giveUpSending}
        actions={
          <Button variant="outline" onClick={giveUpSending}>
            Parar de esperar
          </Button>
        }
      >
        <p role="status">{LEAVING.progress(Math.max(first.length - unsent.length, 0), first.length)}</p>
        <progress
          aria-label="Envios concluídos"
          max={first.length}
          value={Math.max(first.length - unsent.length, 0)}
        />
      </Modal>
    );
  }

  const sendable = unsent.length > 0;
  return (
    <Modal
      key="choice"
      title={sendable ? 'Sair com envios pendentes?' : LEAVING.draftsTitle}
      onClose={() => answer('stay')}
      actions={
        <>
          {sendable ? <Button onClick={() => void send()}>Enviar antes de sair</Button> : null}
          <Button variant={sendable ? 'outline' : 'filled'} onClick={() => answer('keep')}>
            Salvar neste aparelho
          </Button>
          <Button variant="outline" color="danger" onClick={() => setStep('discard')}>
            Descartar e sair
          </Button>
          <Button variant="outline" onClick={() => answer('stay')}>
            Ficar na conta
          </Button>
        </>
      }
    >
      {sendable ? (
        <>
          <p>{LEAVING.intro(unsent.length)}</p>
          <p>
            <strong>{kindsText(unsent)}</strong>
          </p>
        </>
      ) : null}
      {drafts.length > 0 ? (
        <>
          <p>{sendable ? LEAVING.draftsToo : LEAVING.drafts}</p>
          <p>
            <strong>{draftsText(drafts)}</strong>
          </p>
        </>
      ) : null}
      <p>
        {sendable ? LEAVING.keepText : LEAVING.keepDrafts}
        {sendable && drafts.length > 0 ? ` ${LEAVING.draftsReturn}` : null}
      </p>
      <div role="alert">
        {failure ? (
          <FormNote kind="failure">{failure}</FormNote>
        ) : offline && sendable ? (
          <FormNote kind="offline">{LEAVING.offline}</FormNote>
        ) : null}
      </div>
    </Modal>
  );
}
