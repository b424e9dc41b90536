import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { presentIdentity } from '@/auth/identity';
import { dayAndMonth } from '@/lib/date-forms';
import { dayKey } from '@/lib/dates';
import { serverNow } from '@/lib/server-clock';
import { isBlank, textError } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import { useOnce } from '@/lib/use-once';
import { discard } from '@/outbox/entry';
import { refusalText as refusalOf, sentenceOf } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import { useWorthSaying } from '@/outbox/worth-saying';
import { TextAreaField } from '@/ui/fields';
import { Link } from '@/ui/link';
import { draftOf, keepDraft, reply, replyDraftKey } from '../replies';
import { REPLY_LIMIT } from '../texts';
import type { OwnReceived } from '../use-own-received';
import { EvaluationNote } from './evaluation-note';
import classes from './evaluations.module.css';
import { Reply } from './reply';
import replyClasses from './reply.module.css';

const FORM = { what: 'a resposta', again: 'envie de novo', to: 'responder' };

/** Below a received evaluation with its author's name: the person's own reply, and what writes, changes and withdraws it. */
export function OwnReply({ evaluation }: { evaluation: OwnReceived }) {
  const { own, authorName, replyUntil, isReplyHidden, isReplyEarlier = false } = evaluation;
  const userId = presentIdentity()?.userId ?? '';
  const draftKey = replyDraftKey(userId, evaluation.id);
  const [editing, setEditing] = useState(() => draftOf(draftKey) !== null);
  const [moved, setMoved] = useState(false);
  const title = useRef<HTMLParagraphElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const last = useWorthSaying(own.last);
  const open = editing || own.refused !== null;

  // The form has disappeared, and the focus with it.
  useEffect(() => {
    if (moved && !open) (title.current ?? opener.current)?.focus();
  }, [moved, open]);

  if (authorName === null) return null;
  if (open) {
    return (
      <ReplyForm
        key={own.refused?.id ?? 'form'}
        evaluation={evaluation}
        draftKey={draftKey}
        takesFocus={moved}
        onClose={() => {
          setMoved(true);
          setEditing(false);
        }}
      />
    );
  }
  const state = last ? sentenceOf(last) : null;
  const isOver = replyUntil ? dayKey(serverNow()) > replyUntil : false;
  const edit = () => {
    setMoved(true);
    setEditing(true);
  };
  const told = (
    <p className={classes.hint} role="status" hidden={state === null}>
      {state} {last && last.status !== 'delivered' ? <Link to="/envios">Envios pendentes</Link> : null}
    </p>
  );
  if (own.text === null) {
    return (
      <>
        {told}
        {isOver || isReplyHidden ? null : (
          <button
            type="button"
            ref={opener}
            className={classes.quiet}
            aria-label={`Responder a ${authorName}`}
            onClick={edit}
          >
            Responder
          </button>
        )}
      </>
    );
  }
  return (
    <Reply
      title={isReplyEarlier && state === null ? 'Sua resposta, de antes da mudança' : 'Sua resposta'}
      titleRef={title}
      text={own.text}
    >
      {told}
      {isReplyHidden ? (
        <p className={classes.hint}>A equipe do Danceflix escondeu esta resposta: só você a vê.</p>
      ) : null}
      {isOver || isReplyHidden ? (
        <Withdraw evaluation={evaluation} />
      ) : (
        <>
          {replyUntil && state === null ? (
            <p className={classes.hint}>
              Você pode mudar a resposta até {dayAndMonth(new Date(`${replyUntil}T12:00:00Z`))}.
            </p>
          ) : null}
          <button type="button" className={classes.quiet} onClick={edit}>
            {isReplyEarlier ? 'Responder de novo' : 'Mudar resposta'}
          </button>
        </>
      )}
    </Reply>
  );
}

interface ReplyFormProps {
  evaluation: OwnReceived;
  draftKey: string;
  takesFocus: boolean;
  onClose(): void;
}

function ReplyForm({ evaluation, draftKey, takesFocus, onClose }: ReplyFormProps) {
  const { id, own, authorName } = evaluation;
  const { refused } = own;
  const field = useRef<HTMLTextAreaElement>(null);
  const { form, values, errors, outcome, sending, change, clear, submit } = useForm<{ text: string }>({
    start: { text: refused?.payload.text ?? own.text ?? '' },
    check: ({ text }) => ({ text: isBlank(text) ? 'Escreva a resposta' : (textError(text) ?? undefined) }),
    draft: {
      key: draftKey,
      read: () => draftOf(draftKey),
      keep: (typed) => keepDraft(draftKey, typed),
    },
    send: async ({ text }) => {
      const queued = await reply(id, text);
      if (queued.kind !== 'stored') return { sent: false, outcome: notQueuedText(queued, FORM) };
      keepDraft(draftKey, null);
      onClose();
      return { sent: true };
    },
  });
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  async function leave() {
    clear();
    if (refused) await discard(refused.id);
    onClose();
  }

  const { length } = values.text;
  const left = REPLY_LIMIT - length;
  const failure = outcome ?? (refused ? `Não enviado. ${refusalOf(refused)}` : null);
  return (
    <form
      ref={form}
      className={replyClasses.form}
      noValidate
      onSubmit={submit}
      aria-label={`Resposta a ${authorName}`}
    >
      <TextAreaField
        ref={field}
        label="Sua resposta"
        name="reply"
        rows={3}
        maxLength={REPLY_LIMIT}
        value={values.text}
        error={errors.text}
        description={`${length} de ${REPLY_LIMIT} caracteres. Quem lê a avaliação lê também a resposta.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      {/* Said now and then, not with every key. */}
      <p className={classes.listeners} role="status">
        {left === 0 ? 'Limite de caracteres atingido' : left <= 50 ? 'Menos de 50 caracteres restantes' : ''}
      </p>
      <div role="alert">{failure ? <EvaluationNote kind="failure">{failure}</EvaluationNote> : null}</div>
      <div className={classes.buttons}>
        <Button type="submit" loading={sending}>
          {own.text === null ? 'Enviar resposta' : 'Salvar resposta'}
        </Button>
        <Button variant="outline" onClick={() => void leave()}>
          {refused ? 'Descartar' : 'Cancelar'}
        </Button>
        {own.text !== null && !refused ? (
          <Withdraw
            evaluation={evaluation}
            onDone={() => {
              clear();
              onClose();
            }}
          />
        ) : null}
      </div>
    </form>
  );
}

function Withdraw({ evaluation, onDone }: { evaluation: OwnReceived; onDone?: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const once = useOnce();
  return (
    <>
      <Button
        variant="subtle"
        onClick={() =>
          void once(async () => {
            const queued = await reply(evaluation.id, null);
            if (queued.kind === 'stored') onDone?.();
            else setFailure(notQueuedText(queued));
          })
        }
      >
        Retirar resposta
      </Button>
      <div role="alert">{failure}</div>
    </>
  );
}
