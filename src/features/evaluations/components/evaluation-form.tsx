import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { textError } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import { TextAreaField } from '@/ui/fields';
import { prepareToasts } from '@/ui/toast';
import type { EvaluationValues } from '../draft';
import { COMMENT_LIMIT, EVALUATION } from '../texts';
import { EvaluationNote } from './evaluation-note';
import classes from './evaluations.module.css';
import { StarChoice } from './star-choice';

interface EvaluationFormProps {
  /** The other person. */
  name: string;
  /** Teachers' evaluations are public, students' are for the student. */
  isPublic: boolean;
  initial: EvaluationValues;
  isUpdate: boolean;
  /** False once others have read it with the name: it stays. */
  mayHideName: boolean;
  /** Why the last try did not work. */
  failure: string | null;
  /** Takes the focus when somebody opened it. */
  takesFocus: boolean;
  /** Called with the typed values, to keep them. */
  onTyped(values: EvaluationValues): void;
  /** Resolves to whether it was stored. */
  onSubmit(values: EvaluationValues & { rating: number }): Promise<boolean>;
  onCancel: (() => void) | null;
}

/** Stars, a comment if one likes, with or without one's name. */
export function EvaluationForm(props: EvaluationFormProps) {
  const { name, isPublic, initial, isUpdate, mayHideName, failure } = props;
  const { takesFocus, onTyped, onSubmit, onCancel } = props;
  const stars = useRef<HTMLInputElement>(null);
  const { form, values, errors, sending, change, submit } = useForm<EvaluationValues>({
    start: initial,
    check: ({ rating, comment }) => ({
      rating: rating === null ? EVALUATION.ratingMissing : undefined,
      comment: textError(comment) ?? undefined,
    }),
    send: async (typed) => {
      const { rating } = typed;
      const isAnonymous = mayHideName && typed.isAnonymous;
      return { sent: rating !== null && (await onSubmit({ ...typed, rating, isAnonymous })) };
    },
  });

  useEffect(() => {
    if (takesFocus) stars.current?.focus();
  }, [takesFocus]);

  function set(edit: Partial<EvaluationValues>) {
    prepareToasts();
    change(edit);
    onTyped({ ...values, ...edit });
  }

  const left = COMMENT_LIMIT - values.comment.length;
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={submit}
      aria-label={`Avaliação de ${name}`}
    >
      <StarChoice
        legend="Sua nota"
        rating={values.rating}
        error={errors.rating ?? null}
        focusRef={stars}
        onChange={(rating) => set({ rating })}
      />
      <TextAreaField
        label="Comentário (opcional)"
        name="comment"
        rows={4}
        maxLength={COMMENT_LIMIT}
        value={values.comment}
        description={`${values.comment.length} de ${COMMENT_LIMIT} caracteres`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => set({ comment: event.currentTarget.value })}
      />
      {/* Said now and then, not with every key. */}
      <p className={classes.listeners} role="status">
        {left === 0 ? 'Limite de caracteres atingido' : left <= 50 ? 'Menos de 50 caracteres restantes' : ''}
      </p>
      {isUpdate || values.isAnonymous ? null : (
        <p className={classes.hint}>
          Ninguém lê o que você escreve antes de {name} também avaliar você, ou de passarem 14 dias.
        </p>
      )}
      {isUpdate ? (
        <p className={classes.hint}>
          Depois de publicada, uma avaliação mudada mostra o mês da mudança e as estrelas que tinha primeiro.
          Se tem seu nome, {name} pode responder de novo.
        </p>
      ) : null}
      {mayHideName ? (
        <label className={classes.switch}>
          <input
            type="checkbox"
            checked={values.isAnonymous}
            onChange={(event) => set({ isAnonymous: event.currentTarget.checked })}
          />
          <span>
            <b>Avaliar sem mostrar meu nome</b>
            <span>{anonymityText(name, isPublic)}</span>
          </span>
        </label>
      ) : (
        <p className={classes.hint}>Já foi publicada com seu nome, e continua com ele.</p>
      )}
      <div role="alert">{failure ? <EvaluationNote kind="failure">{failure}</EvaluationNote> : null}</div>
      <div className={classes.buttons}>
        <Button type="submit" loading={sending}>
          {isUpdate ? 'Salvar avaliação' : 'Enviar avaliação'}
        </Button>
        {onCancel ? (
          <Button variant="outline" onClick={onCancel}>
            Cancelar
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function anonymityText(name: string, isPublic: boolean): string {
  const shown = isPublic
    ? `A avaliação aparece na página de ${name} com a nota, o comentário e o mês, sem seu nome e sem sua foto.`
    : `${name} recebe a nota, o comentário e o mês, sem seu nome e sem sua foto.`;
  const when =
    'Aparece numa madrugada depois de 14 dias, nunca na hora em que você escreve. Quando são poucos os que poderiam ter escrito, espera até um mês para aparecer junto com outra.';
  return `${shown} ${when} Pelo que você conta, ainda podem adivinhar. A administração do Danceflix sabe quem escreveu, para cuidar de abusos.`;
}
