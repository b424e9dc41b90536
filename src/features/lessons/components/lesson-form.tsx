import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import type { LessonTerms, RequestSide } from '@/db/rows/lesson-fields';
import { sendable } from '@/lib/sent-text';
import { serverNow } from '@/lib/server-clock';
import { textError } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import { instantOf, isWallTime, phoneZone } from '@/lib/wall-time';
import { notQueuedText } from '@/outbox/words';
import { useSyncStatus } from '@/reads/sync-status';
import { DraftNote } from '@/ui/draft-note';
import { SelectField, TextField } from '@/ui/fields';
import { changeLesson, proposeLesson } from '../lesson-actions';
import { type FormClashes, formClashes } from '../lesson-clashes';
import {
  blankLesson,
  draftOfChange,
  keptLesson,
  type LessonDraft,
  lessonFaults,
  termsBefore,
  termsOf,
  weeksOf,
} from '../lesson-draft';
import { refusedPropose, type ShownLesson } from '../lesson-overlay';
import { useKnownLessons } from '../lesson-queries';
import { lengthText, zoneText } from '../lesson-texts';
import { LessonSeriesField } from './lesson-series-field';
import classes from './lessons.module.css';

const FORM = { what: 'a proposta', again: 'envie de novo', to: 'propor a aula' };
const NO_CLASHES: FormClashes = { skipped: [], note: null };
const NO_DAY = { date: '', time: '' };
const LENGTHS = [30, 45, 60, 75, 90, 120, 180, 240];

interface LessonFormProps {
  /** Id of the request. */
  request: string;
  side: RequestSide;
  /** The lesson that is to be changed; none: a new one is proposed. */
  lesson?: ShownLesson;
  /** Day and hour to begin with. */
  suggested?: { date: string; time: string };
  /** Length, place, price and zone to begin with. */
  like?: LessonTerms | null;
  /** Of a first lesson; absent: this phone's. */
  zone?: string;
  onClose(): void;
}

/** Proposes a lesson, or another time for one. What was typed stays on this phone until it is queued. */
export function LessonForm(props: LessonFormProps) {
  const { request, side, lesson, suggested, like = null, onClose } = props;
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const userId = useIdentity().identity?.userId ?? null;
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  // A proposal that the server refused is written anew, as a whole.
  const refused = lesson ? refusedPropose(lesson) : null;
  const isMove = lesson !== undefined && refused === null;
  const zone = (lesson ? termsBefore(lesson) : like)?.zone ?? props.zone ?? phoneZone();
  const known = useKnownLessons(request);
  const clashesOf = (draft: LessonDraft): FormClashes =>
    isWallTime(`${draft.date}T${draft.time}`)
      ? formClashes(draft, zone, isMove ? lesson : undefined, known())
      : NO_CLASHES;
  /** Places of the series that are left out: by the refused proposal, and where the two have another lesson. */
  const skippedOf = (draft: LessonDraft) => {
    const places = new Set([...(refused?.payload.skipped ?? []), ...clashesOf(draft).skipped]);
    return [...places].filter((place) => place < (weeksOf(draft) ?? 1)).sort((a, b) => a - b);
  };
  const kept = keptLesson(userId, lesson?.id ?? `new_${request}`);
  const { form, values, errors, outcome, sending, restored, change, clear, submit } = useForm<LessonDraft>({
    start: () =>
      lesson ? draftOfChange(lesson) : { ...blankLesson(like, '', ''), ...(suggested ?? NO_DAY) },
    check: (draft) => {
      const unclean = textError(draft.place);
      const { fault } = clashesOf(draft);
      return {
        ...(fault && { time: fault }),
        ...lessonFaults(draft, zone, serverNow()),
        ...(unclean && { place: unclean }),
      };
    },
    draft: { key: kept.key, read: kept.read, keep: (draft) => void kept.write(draft) },
    send: async (draft) => {
      const terms = termsOf({ ...draft, place: sendable(draft.place) }, zone);
      const weeks = weeksOf(draft) ?? 1;
      const skipped = skippedOf(draft);
      const queued = lesson
        ? await changeLesson(lesson, { id: draft.id, scope: draft.scope, terms, weeks, skipped })
        : await proposeLesson({ id: draft.id, requestId: request, side, terms, weeks, skipped });
      if (queued.kind !== 'stored') return { sent: false, outcome: notQueuedText(queued, FORM) };
      onClose();
      return { sent: true, leaving: true };
    },
  });
  useEffect(() => first.current?.focus(), []);
  /** The draft that was cleared a moment ago, for undoing it. */
  const [cleared, setCleared] = useState<LessonDraft | null>(null);
  const edit = (part: Partial<LessonDraft>) => {
    setCleared(null);
    change(part);
  };
  const isSeries = isMove && lesson.series_id !== null;
  const zoneNote = zoneNoteOf(values, zone);
  const clashes = clashesOf(values);
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
      <DraftNote
        isRestored={restored}
        restored="Continuamos de onde você parou"
        isCleared={cleared !== null}
        onClear={() => {
          setCleared(values);
          clear();
        }}
        onUndo={() => {
          if (cleared) change(cleared);
          setCleared(null);
        }}
      />
      <div className={classes.pair}>
        <TextField
          id={`${id}-date`}
          ref={first}
          label="Dia"
          type="date"
          value={values.date}
          error={errors.date}
          onChange={(event) => edit({ date: event.currentTarget.value })}
        />
        <TextField
          id={`${id}-time`}
          label="Hora"
          type="time"
          value={values.time}
          error={errors.time}
          onChange={(event) => edit({ time: event.currentTarget.value })}
        />
        <SelectField
          id={`${id}-minutes`}
          label="Duração"
          value={String(values.minutes)}
          data={lengths.map((minutes) => ({ value: String(minutes), label: lengthText(minutes) }))}
          onChange={(event) => edit({ minutes: Number(event.currentTarget.value) })}
        />
      </div>
      {zoneNote ? <p className={classes.preview}>{zoneNote}</p> : null}
      {clashes.note ? (
        <p role="status" className={classes.preview}>
          {clashes.note}
        </p>
      ) : null}
      <TextField
        id={`${id}-place`}
        label="Lugar (opcional)"
        description="Só vocês dois veem. Na primeira aula, prefira um lugar público."
        maxLength={200}
        autoComplete="off"
        value={values.place}
        error={errors.place}
        onChange={(event) => edit({ place: event.currentTarget.value })}
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
        onChange={(event) => edit({ price: event.currentTarget.value })}
      />
      {isMove ? null : (
        <LessonSeriesField
          draft={values}
          skipped={skippedOf(values)}
          doubled={clashes.skipped}
          error={errors.weeks}
          change={edit}
        />
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
            edit({ scope: event.currentTarget.value === 'following' ? 'following' : 'one' })
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

/** The hour that this phone's clock shows then, where the lesson is in another zone. */
function zoneNoteOf({ date, time }: LessonDraft, zone: string): string | null {
  const starts_local = `${date}T${time}`;
  if (!isWallTime(starts_local)) return null;
  const starts_at = new Date(instantOf(starts_local, zone)).toISOString();
  return zoneText({ starts_local, starts_at, zone }, phoneZone());
}
