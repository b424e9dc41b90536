import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { dropKeptText, useKeptText } from '@/auth/drafts/kept-text';
import { serverNow } from '@/lib/server-clock';
import { textError } from '@/lib/typed-text';
import { useOnce } from '@/lib/use-once';
import { isSettled } from '@/outbox/commands/lesson-request-cancel';
import { notQueuedText } from '@/outbox/words';
import { TextAreaField } from '@/ui/fields';
import { useNow } from '@/ui/use-now';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { answerRequest, cancelRequest, isOnlyHere, type Outcome } from '../actions';
import { useLacksBackground, withoutBackground } from '../background';
import { isOpen, type ShownRequest } from '../overlay';
import { LONGEST } from '../texts';
import classes from './requests.module.css';

const ENDINGS = {
  decline: {
    title: 'Recusar este pedido?',
    text: 'O aluno recebe sua resposta, e o motivo se você escrever um.',
    yes: 'Sim, recusar',
    no: 'Voltar',
  },
  cancel: {
    title: 'Cancelar este pedido?',
    text: 'O pedido termina para os dois lados, e os contatos somem. Isto não pode ser desfeito.',
    yes: 'Sim, cancelar',
    no: 'Manter pedido',
  },
  /** A cancellation of lessons that were agreed long ago. */
  end: {
    title: 'Encerrar estas aulas?',
    text: 'Elas terminam para os dois lados, e os contatos somem. Vocês ainda podem se avaliar. Isto não pode ser desfeito.',
    yes: 'Sim, encerrar',
    no: 'Manter aulas',
  },
} as const;

export type Ending = Exclude<keyof typeof ENDINGS, 'end'>;

/** Storage key of a reason that is being written. */
const reasonOf = (ending: Ending, { id }: ShownRequest) => `${ending}_${id}`;

/** Deletes both reasons: an answered or ended request needs neither. */
function dropReasons(request: ShownRequest): void {
  for (const ending of ['decline', 'cancel'] as const) dropKeptText('reason', reasonOf(ending, request));
}

interface RequestActionsProps {
  request: ShownRequest;
  /** The question that is open; `onAsk` opens another one, or closes it. */
  asking: Ending | null;
  onAsk(ending: Ending | null): void;
  /** Called when a request that was only on this device has been discarded. */
  onGone(): void;
  /** Style and person, to tell the buttons apart where one page shows several requests. */
  about?: string;
}

/** Whether this side may answer: its page then has the cancellation behind '⋯', since it is not what one came for. */
export const mayAnswer = ({ side, status }: ShownRequest): boolean =>
  side === 'teacher' && status === 'Pendente';

/** The actions of this side in the request's state. */
export function RequestActions({ request, asking, onAsk, onGone, about }: RequestActionsProps) {
  const { failure, busy, run } = useAction();
  const isLacking = useLacksBackground(request, useNow());
  if (!isOpen(request)) return null;
  const answers = mayAnswer(request);
  const onlyHere = isOnlyHere(request);
  const settled = isSettled(request, serverNow());
  const named = about === undefined ? null : <VisuallyHidden> o pedido de {about}</VisuallyHidden>;

  async function end(ending: Ending, reason: string) {
    const done = await run(() =>
      ending === 'decline' ? answerRequest(request, 'decline', reason) : cancelRequest(request, reason),
    );
    if (!done) return;
    dropReasons(request);
    onAsk(null);
    if (onlyHere && ending === 'cancel') onGone();
  }

  async function accept() {
    if (await run(() => answerRequest(request, 'accept', ''))) dropReasons(request);
  }

  if (asking) {
    return (
      <EndingPanel
        key={asking}
        words={ENDINGS[asking === 'cancel' && settled ? 'end' : asking]}
        about={reasonOf(asking, request)}
        withReason={!onlyHere}
        busy={busy}
        failure={failure}
        onConfirm={(reason) => void end(asking, reason)}
        onBack={() => onAsk(null)}
      />
    );
  }
  return (
    <section
      className={classes.group}
      data-docked={(answers && about === undefined) || undefined}
      aria-label={about === undefined ? 'O que fazer' : `O que fazer com o pedido de ${about}`}
    >
      <p role="alert" className={classes.failure}>
        {failure}
      </p>
      {answers && isLacking ? <p>{withoutBackground(request)}, você só pode recusar este pedido.</p> : null}
      {answers ? (
        <div className={classes.answer}>
          <Button variant="outline" disabled={busy} onClick={() => onAsk('decline')}>
            Recusar{named}
          </Button>
          {isLacking ? null : (
            <Button loading={busy} onClick={() => void accept()}>
              Aceitar{named}
            </Button>
          )}
        </div>
      ) : null}
      {answers ? null : (
        <button type="button" className={classes.plain} onClick={() => onAsk('cancel')}>
          {settled ? 'Encerrar aulas' : 'Cancelar pedido'}
        </button>
      )}
    </section>
  );
}

function useAction() {
  const once = useOnce();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (action: () => Promise<Outcome>) => (await once(() => runNow(action))) ?? false;
  async function runNow(action: () => Promise<Outcome>): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    const outcome = await action();
    setBusy(false);
    if (outcome.kind === 'stored') return true;
    setFailure(notQueuedText(outcome));
    return false;
  }
  return { busy, failure, run };
}

interface EndingPanelProps {
  words: (typeof ENDINGS)[keyof typeof ENDINGS];
  /** Storage key of the reason. */
  about: string;
  withReason: boolean;
  busy: boolean;
  failure: string | null;
  onConfirm(reason: string): void;
  onBack(): void;
}

function EndingPanel({ words, about, withReason, busy, failure, onConfirm, onBack }: EndingPanelProps) {
  const id = useId();
  const [reason, setReason] = useKeptText('reason', about);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  const { title, text, yes, no } = words;
  return (
    <div
      className={classes.box}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !busy) onBack();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      {withReason ? (
        <TextAreaField
          id={`${id}-reason`}
          label="Motivo (opcional)"
          rows={3}
          maxLength={LONGEST.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <p role="alert" className={classes.failure}>
        {failure}
      </p>
      <div className={classes.actions}>
        <Button ref={back} variant="outline" disabled={busy} onClick={onBack}>
          {no}
        </Button>
        <Button
          loading={busy}
          onClick={() => {
            if (textError(reason) === null) onConfirm(reason);
            else document.getElementById(`${id}-reason`)?.focus();
          }}
        >
          {yes}
        </Button>
      </div>
    </div>
  );
}
