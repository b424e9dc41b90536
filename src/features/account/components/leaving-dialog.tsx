import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { identityStore } from '@/auth/identity';
import type { LeavingAnswer } from '@/auth/leaving';
import { logger } from '@/lib/logger';
import type { StoredCommand } from '@/outbox/command';
import { flushNow, leaveOutbox, unsentOf } from '@/outbox/entry';
import { useSyncStatus } from '@/sync/status';
import { Modal } from '@/ui/modal';
import { kindsText, LEAVING, remainderText } from '../leaving-texts';
import { FormNote } from './form-note';

interface LeavingDialogProps {
  userId: string;
  /** At least one. */
  unsent: readonly StoredCommand[];
  onAnswer(answer: LeavingAnswer): void;
}

type Step = 'choice' | 'sending' | 'discard' | 'discarding';

/** Before a sign-out: what becomes of the writes that the server has not got. */
export default function LeavingDialog({ userId, unsent: first, onAnswer }: LeavingDialogProps) {
  const [step, setStep] = useState<Step>('choice');
  const [unsent, setUnsent] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const answered = useRef(false);
  /** Changes with every attempt, so that one that was given up does not speak any more. */
  const attempt = useRef(0);

  const answer = (what: LeavingAnswer) => {
    if (answered.current) return;
    answered.current = true;
    onAnswer(what);
  };
  const leaveQuestion = useRef(answer);
  leaveQuestion.current = answer;

  // Another tab has signed the person out: there is nothing left to ask, and nothing to sign out of.
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
        (error: unknown) => logger.info('Progress', error),
      );
    }, 500);
    try {
      await flushNow('button');
      const left = await unsentOf(userId);
      if (mine !== attempt.current) return;
      if (left.length === 0) {
        answer('leave');
        return;
      }
      setUnsent(left);
      setFailure(remainderText(left));
    } catch (error) {
      logger.warn('Sending before leaving', error);
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
      await leaveOutbox(userId, 'discard');
      answer('leave');
    } catch (error) {
      logger.warn('Discarding before leaving', error);
      setFailure(LEAVING.notDiscarded);
      setStep('choice');
    }
  };

  if (step === 'discard' || step === 'discarding') {
    const busy = step === 'discarding';
    return (
      <Modal
        key="discard"
        title={LEAVING.discardTitle(unsent.length)}
        onClose={busy ? null : () => setStep('choice')}
        actions={
          <>
            <Button variant="outline" disabled={busy} onClick={() => setStep('choice')}>
              Voltar
            </Button>
            <Button color="red.9" loading={busy} onClick={() => void discard()}>
              Sim, descartar e sair
            </Button>
          </>
        }
      >
        <p>{kindsText(unsent)}</p>
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

  return (
    <Modal
      key="choice"
      title="Sair com envios pendentes?"
      onClose={() => answer('stay')}
      actions={
        <>
          <Button onClick={() => void send()}>Enviar antes de sair</Button>
          <Button variant="outline" onClick={() => answer('keep')}>
            Guardar neste aparelho
          </Button>
          <Button variant="outline" color="red.9" onClick={() => setStep('discard')}>
            Descartar e sair
          </Button>
          <Button variant="outline" onClick={() => answer('stay')}>
            Ficar na conta
          </Button>
        </>
      }
    >
      <p>{LEAVING.intro(unsent.length)}</p>
      <p>
        <strong>{kindsText(unsent)}</strong>
      </p>
      <p>{LEAVING.keepText}</p>
      <div role="alert">
        {failure ? (
          <FormNote kind="failure">{failure}</FormNote>
        ) : offline ? (
          <FormNote kind="offline">{LEAVING.offline}</FormNote>
        ) : null}
      </div>
    </Modal>
  );
}
