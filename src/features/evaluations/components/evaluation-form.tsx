import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { textError } from '@/lib/typed-text';
import { useBusy } from '@/lib/use-busy';
import { useOnce } from '@/lib/use-once';
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
  /** Why the last try did not work. */
  failure: string | null;
  /** Takes the focus when somebody opened it. */
  takesFocus: boolean;
  /** What is typed, for keeping; null when it is as at the beginning. */
  onTyped(values: EvaluationValues): void;
  /** Resolves to whether it was stored. */
  onSubmit(values: EvaluationValues & { rating: number }): Promise<boolean>;
  onCancel: (() => void) | null;
}

/** Stars, a comment if one likes, with or without one's name. */
export function EvaluationForm(props: EvaluationFormProps) {
  const { name, isPublic, initial, isUpdate, failure, takesFocus, onTyped, onSubmit, onCancel } = props;
  const [values, setValues] = useState(initial);
  const [dirty, setDirty] = useState(false);
  const [missing, setMissing] = useState(false);
  const [saving, setSaving] = useState(false);
  const once = useOnce();
  const stars = useRef<HTMLInputElement>(null);
  const comment = useRef<HTMLTextAreaElement>(null);

  useBusy(dirty);
  useEffect(() => {
    if (takesFocus) stars.current?.focus();
  }, [takesFocus]);

  function set(edit: Partial<EvaluationValues>) {
    prepareToasts();
    const next = { ...values, ...edit };
    setValues(next);
    setDirty(true);
    onTyped(next);
  }

  async function save(): Promise<boolean> {
    const { rating } = values;
    if (rating === null) {
      setMissing(true);
      stars.current?.focus();
      return false;
    }
    if (textError(values.comment) !== null) {
      comment.current?.focus();
      return false;
    }
    setSaving(true);
    const isStored = await onSubmit({ ...values, rating });
    setSaving(false);
    return isStored;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void once(save);
  }

  const left = COMMENT_LIMIT - values.comment.length;
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label={`Avaliação de ${name}`}>
      <StarChoice
        legend="Sua nota"
        rating={values.rating}
        error={missing && values.rating === null ? EVALUATION.ratingMissing : null}
        focusRef={stars}
        onChange={(rating) => set({ rating })}
      />
      <TextAreaField
        ref={comment}
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
      <div role="alert">{failure ? <EvaluationNote kind="failure">{failure}</EvaluationNote> : null}</div>
      <div className={classes.buttons}>
        <Button type="submit" loading={saving}>
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
    'Aparece na madrugada seguinte, nunca na hora em que você escreve. Quando são poucos os que poderiam ter escrito, espera para aparecer junto com outra, no máximo até o começo do mês seguinte.';
  return `${shown} ${when} Pelo que você conta, ainda podem adivinhar. A administração do Danceflix sabe quem escreveu, para cuidar de abusos.`;
}
