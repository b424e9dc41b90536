import { Button } from '@mantine/core';
import { useId } from 'react';
import { useIdentity } from '@/auth/identity';
import type { LessonTerms } from '@/db/lesson-fields';
import { leadingTerms, otherSide, proposalOf } from '@/db/lesson-rules';
import type { RequestSide } from '@/db/request-side';
import { sendable } from '@/lib/text';
import { textError } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import { phoneZone } from '@/lib/wall-time';
import { discard } from '@/outbox/entry';
import { notQueuedText } from '@/outbox/words';
import { useSyncStatus } from '@/reads/sync-status';
import { SelectField, TextField } from '@/ui/fields';
import { moveLesson, proposeLesson } from '../lesson-actions';
import { blankLesson, keptLesson, type LessonDraft, lessonFaults, termsOf, weeksOf } from '../lesson-draft';
import type { ShownLesson } from '../lesson-overlay';
import { lengthText, spanText, weeklyText } from '../lesson-texts';
import classes from './lessons.module.css';

const FORM = { what: 'a proposta', again: 'envie de novo', to: 'propor a aula' };
const LENGTHS = [30, 45, 60, 75, 90, 120, 180, 240];

interface LessonFormProps {
  /** Id of the request. */
  request: string;
  side: RequestSide;
  /** The lesson that is to be moved; none: a new one is proposed. */
  lesson?: ShownLesson;
  /** Day and hour to begin with. */
  suggested?: { date: string; time: string };
  /** Length, place and price to begin with. */
  like?: LessonTerms | null;
  onClose(): void;
}

/** Proposes a lesson, or another time for one. What was typed stays on this phone until it is queued. */
export function LessonForm({ request, side, lesson, suggested, like, onClose }: LessonFormProps) {
  const id = useId();
  const userId = useIdentity().identity?.userId ?? null;
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const before = lesson ? (refusedTerms(lesson) ?? startOf(lesson)) : null;
  const zone = before?.zone ?? phoneZone();
  const kept = keptLesson(userId, lesson?.id ?? `new_${request}`);
  const { form, values, errors, outcome, sending, change, submit } = useForm<LessonDraft>({
    start: () => {
      const blank = blankLesson(before ?? like ?? null, '', '');
      return before ? blank : { ...blank, date: suggested?.date ?? '', time: suggested?.time ?? '' };
    },
    check: (draft) => {
      const unclean = textError(draft.place);
      return { ...lessonFaults(draft, zone, Date.now()), ...(unclean && { place: unclean }) };
    },
    draft: { key: kept.key, read: kept.read, keep: (draft) => void kept.write(draft) },
    send: async (draft) => {
      const terms = termsOf({ ...draft, place: sendable(draft.place) }, zone);
      const queued = lesson?.stored
        ? await moveLesson(lesson, draft.scope, terms)
        : await proposeLesson({
            ...{ id: draft.id, requestId: request, side, terms, skipped: [] },
            weeks: weeksOf(draft) ?? 1,
          });
      if (queued.kind !== 'stored') return { sent: false, outcome: notQueuedText(queued, FORM) };
      if (lesson && !lesson.stored && lesson.write) await discard(lesson.write.id);
      onClose();
      return { sent: true, leaving: true };
    },
  });
  const isMove = lesson?.stored === true;
  const isSeries = isMove && lesson.series_id !== null;
  const weeks = weeksOf(values);
  const lengths = LENGTHS.includes(values.minutes)
    ? LENGTHS
    : [...LENGTHS, values.minutes].sort((a, b) => a - b);
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={isMove ? 'Propor outro horário' : 'Marcar aula'}
      noValidate
      onSubmit={submit}
    >
      <div className={classes.pair}>
        <TextField
          id={`${id}-date`}
          label="Dia"
          type="date"
          value={values.date}
          error={errors.date}
          onChange={(event) => change({ date: event.currentTarget.value })}
        />
        <TextField
          id={`${id}-time`}
          label="Hora"
          type="time"
          value={values.time}
          error={errors.time}
          onChange={(event) => change({ time: event.currentTarget.value })}
        />
        <SelectField
          id={`${id}-minutes`}
          label="Duração"
          value={String(values.minutes)}
          data={lengths.map((minutes) => ({ value: String(minutes), label: lengthText(minutes) }))}
          onChange={(event) => change({ minutes: Number(event.currentTarget.value) })}
        />
      </div>
      <TextField
        id={`${id}-place`}
        label="Lugar (opcional)"
        description="Só vocês dois veem. Na primeira aula, prefira um lugar público."
        maxLength={200}
        autoComplete="off"
        value={values.place}
        error={errors.place}
        onChange={(event) => change({ place: event.currentTarget.value })}
      />
      <TextField
        id={`${id}-price`}
        label="Valor combinado (opcional)"
        placeholder="R$ 0,00"
        inputMode="decimal"
        maxLength={14}
        autoComplete="off"
        value={values.price}
        error={errors.price}
        onChange={(event) => change({ price: event.currentTarget.value })}
      />
      {isMove ? null : (
        <>
          <label className={classes.weekly}>
            <input
              type="checkbox"
              checked={values.isWeekly}
              onChange={(event) => change({ isWeekly: event.currentTarget.checked })}
            />
            Repetir toda semana
          </label>
          {values.isWeekly ? (
            <TextField
              id={`${id}-weeks`}
              label="Quantas aulas"
              inputMode="numeric"
              maxLength={2}
              value={values.weeks}
              error={errors.weeks}
              description={
                weeks && values.date && values.time
                  ? seriesText(`${values.date}T${values.time}`, weeks)
                  : 'De 2 a 52, uma por semana'
              }
              onChange={(event) => change({ weeks: event.currentTarget.value })}
            />
          ) : null}
        </>
      )}
      {isSeries ? (
        <SelectField
          id={`${id}-scope`}
          label="Mudar"
          value={values.scope}
          data={[
            { value: 'one', label: 'Só esta aula' },
            { value: 'following', label: 'Esta e as próximas' },
          ]}
          onChange={(event) =>
            change({ scope: event.currentTarget.value === 'following' ? 'following' : 'one' })
          }
        />
      ) : null}
      <p role="alert" className={classes.failure}>
        {outcome}
      </p>
      {offline ? (
        <p role="status" className={classes.preview}>
          Você está sem conexão: a proposta fica salva aqui e é enviada depois.
        </p>
      ) : null}
      <div className={classes.buttons}>
        <Button type="submit" loading={sending}>
          Enviar proposta
        </Button>
        <Button variant="outline" disabled={sending} onClick={onClose}>
          Voltar
        </Button>
      </div>
    </form>
  );
}

function seriesText(first: string, weeks: number): string {
  return `${weeks} aulas, ${weeklyText({ starts_local: first })}, ${spanText(first, weeks)}`;
}

/** The own open proposal is changed; else the form begins with the other's, else with the agreed terms. */
function startOf(lesson: ShownLesson): LessonTerms | null {
  const { side } = lesson;
  return proposalOf(lesson, side) ?? proposalOf(lesson, otherSide(side)) ?? leadingTerms(lesson);
}

/** The terms of a proposal that the server refused. */
function refusedTerms({ write }: ShownLesson): LessonTerms | null {
  if (write?.status !== 'rejected') return null;
  return write.kind === 'lesson.propose' || write.kind === 'lesson.move' ? write.payload.terms : null;
}
