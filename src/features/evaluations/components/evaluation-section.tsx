import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { isInvited } from '@/db/lessons/evaluation-rules';
import { useFollowedDraft } from '@/lib/followed-draft';
import { firstName } from '@/lib/text';
import { sentenceOf } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import { useWorthSaying } from '@/outbox/worth-saying';
import { pullPrivateRows } from '@/sync/status';
import { Link } from '@/ui/link';
import { Notice } from '@/ui/notice';
import { showToast } from '@/ui/toast';
import { useNow } from '@/ui/use-now';
import { saveEvaluation } from '../actions';
import {
  dropEvaluationDraft,
  type EvaluationValues,
  evaluationDraftKey,
  keepEvaluationDraft,
  readEvaluationDraft,
} from '../draft';
import type { ShownEvaluation } from '../overlay';
import { useEvaluatedRequest, useOwnEvaluation } from '../queries';
import { EVALUATION, refusalText } from '../texts';
import { useAnswerToast } from '../use-answer-toast';
import { EvaluationForm } from './evaluation-form';
import classes from './evaluations.module.css';
import { Reply } from './reply';
import { Stars } from './stars';

const FORM = { what: 'a avaliação', again: 'envie de novo', to: 'avaliar' };

interface EvaluationSectionProps {
  requestId: string;
  /** Before the invitation has come, a link opens the form. */
  isQuiet?: boolean;
  /** Offered below the user's own five stars. */
  share?: ReactNode;
  /** Below the other person's reply. */
  replyActionOf?(publicId: string): ReactNode;
}

/**
 * Shown on a request: the form, or the user's evaluation with a button to change it. Renders nothing where the user may
 * not evaluate it and has not.
 */
export function EvaluationSection({
  requestId,
  isQuiet = false,
  share = null,
  replyActionOf,
}: EvaluationSectionProps) {
  const { identity } = useIdentity();
  const now = useNow();
  const evaluated = useEvaluatedRequest(requestId, now).data;
  const { status: readStatus, data: own } = useOwnEvaluation(requestId);
  const [editing, setEditing] = useState(false);
  const [opened, setOpened] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [savedAs, setSavedAs] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useAnswerToast(savedAs, own.onServer);
  const last = useWorthSaying(own.last);

  const { evaluation, refused } = own;
  // The form disappears once its evaluation is stored, so the focus moves to the evaluation shown instead.
  const stored = savedAs !== null && evaluation !== null && !editing;
  useEffect(() => {
    if (stored) heading.current?.focus();
  }, [stored]);

  const userId = identity?.userId ?? null;
  /** Key of the form: changes when another tab has typed, so that the form starts from the new draft. */
  const [round, setRound] = useState(0);
  useFollowedDraft(userId && evaluationDraftKey(userId, requestId), () => setRound((last) => last + 1));
  if (userId === null || !evaluated) return null;
  const { right } = evaluated;
  if (right.may === null && !evaluation && !refused) return null;

  const name = evaluated.request.other_name;
  const person = name ?? 'Conta encerrada';
  const draft = readEvaluationDraft(userId, requestId);
  if (isQuiet && !isInvited(right, now) && !opened && !evaluation && !refused && !draft && savedAs === null) {
    if (readStatus === 'loading') return null;
    return (
      <button type="button" className={classes.quiet} onClick={() => setOpened(true)}>
        Já teve a aula? Avaliar
      </button>
    );
  }
  const initial = initialOf(draft, refused?.payload.evaluation ?? null, evaluation);

  async function submit(values: EvaluationValues & { rating: number }) {
    setFailure(null);
    const outcome = await saveEvaluation({ requestId, ...values });
    if (outcome.kind === 'stored') {
      if (userId) dropEvaluationDraft(userId, requestId);
      setSavedAs(outcome.commandId);
      setEditing(false);
      return true;
    }
    const signedOut = evaluation ? EVALUATION.signedOutUpdate : EVALUATION.signedOut;
    const text = outcome.kind === 'signed-out' ? signedOut : notQueuedText(outcome, FORM);
    setFailure(text);
    void showToast({
      id: 'evaluation',
      title: EVALUATION.errorTitle,
      description: text,
      variant: 'destructive',
    });
    return false;
  }

  return (
    <section className={classes.card} aria-labelledby={`evaluation-${requestId}`}>
      <h2 id={`evaluation-${requestId}`} ref={heading} tabIndex={-1}>
        {evaluation ? 'Sua avaliação' : `Como foi dançar com ${person}?`}
      </h2>
      {readStatus === 'loading' ? (
        <div className={classes.waiting} role="status" aria-busy="true">
          Carregando sua avaliação…
        </div>
      ) : readStatus === 'failed' && !evaluation ? (
        <Notice
          level={2}
          role="alert"
          title={EVALUATION.lessonFailed}
          text="Sua avaliação não está salva neste aparelho. Ela aparece quando a conexão voltar."
          action={<Button onClick={() => void pullPrivateRows()}>Tentar de novo</Button>}
        />
      ) : evaluation && !editing && !refused ? (
        <OwnEvaluation
          evaluation={evaluation}
          state={last && sentenceOf(last)}
          unsent={last !== null && last.status !== 'delivered'}
          first={own.firstRating}
          onEdit={name === null ? null : () => setEditing(true)}
          share={evaluation.rating === 5 && name !== null ? share : null}
          reply={
            own.reply && !evaluation.is_anonymous ? (
              <Reply title={`Resposta de ${firstName(person)}`} text={own.reply.text}>
                {replyActionOf?.(own.reply.id)}
              </Reply>
            ) : null
          }
        />
      ) : (
        <EvaluationForm
          key={`${refused?.id ?? (editing ? 'edit' : 'new')} ${round}`}
          name={person}
          isPublic={identity?.role === 'student'}
          initial={initial}
          isUpdate={evaluation !== null}
          mayHideName={right.mayHideName}
          failure={failure ?? (refused ? `Não enviado. ${refusalText(refused.error)}` : null)}
          takesFocus={editing || opened || (refused !== null && refused.id === savedAs)}
          onTyped={(values) => keepEvaluationDraft(userId, requestId, values)}
          onSubmit={submit}
          onCancel={
            editing
              ? () => {
                  dropEvaluationDraft(userId, requestId);
                  setFailure(null);
                  setEditing(false);
                }
              : null
          }
        />
      )}
    </section>
  );
}

interface OwnEvaluationProps {
  evaluation: ShownEvaluation;
  state: string | null;
  unsent: boolean;
  /** The stars with which others first read it; null before. */
  first: number | null;
  onEdit: (() => void) | null;
  share: ReactNode;
  reply: ReactNode;
}

function OwnEvaluation({ evaluation, first, state, unsent, onEdit, share, reply }: OwnEvaluationProps) {
  return (
    <>
      <Stars rating={evaluation.rating} first={first} />
      {evaluation.comment ? <p className={classes.comment}>{evaluation.comment}</p> : null}
      <p className={classes.hint}>{evaluation.is_anonymous ? 'Sem mostrar seu nome' : 'Com seu nome'}</p>
      {reply}
      <p className={classes.hint} role="status" hidden={state === null}>
        {state} {unsent ? <Link to="/envios">Envios pendentes</Link> : null}
      </p>
      {onEdit ? (
        <div className={classes.buttons}>
          {share}
          <Button variant="outline" onClick={onEdit}>
            Editar avaliação
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Initial values: the draft, else the refused write, else the stored evaluation. */
function initialOf(
  draft: EvaluationValues | null,
  refused: ShownEvaluation | null,
  own: ShownEvaluation | null,
): EvaluationValues {
  if (draft) return draft;
  const known = refused ?? own;
  if (!known) return { rating: null, comment: '', isAnonymous: false };
  return { rating: known.rating, comment: known.comment ?? '', isAnonymous: known.is_anonymous };
}
