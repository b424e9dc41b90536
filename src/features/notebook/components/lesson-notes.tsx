import { useEffect, useId, useRef, useState } from 'react';
import { presentIdentity } from '@/auth/identity';
import type { NamedLesson } from '@/db/rows/lesson-fields';
import { type EarlierText, isHomeworkDone, type NotePart, ownText } from '@/db/rows/notebook-fields';
import { useOnce } from '@/lib/use-once';
import { useWished } from '@/lib/use-wished';
import type { Queued } from '@/outbox/own';
import { notQueuedText } from '@/outbox/words';
import { saveNote, tickHomework } from '../actions';
import { keptNote } from '../draft';
import type { ShownNotes } from '../overlay';
import { NoteForm } from './note-form';
import { NoteSending } from './note-sending';
import classes from './notes.module.css';

interface LessonNotesProps {
  notes: ShownNotes;
  lesson: NamedLesson;
  /** Name of the other person. */
  other: string;
  /** Of the heading above the parts. */
  level?: 3 | 4;
}

const PARTS = { student: ['notes'], teacher: ['homework', 'notes'] } as const satisfies Record<
  string,
  readonly NotePart[]
>;

/** A lesson's homework and both people's notes, and what writes, changes and ticks off. */
export function LessonNotes({ notes, lesson, other, level = 4 }: LessonNotesProps) {
  const userId = presentIdentity()?.userId ?? '';
  const openFor = (part: NotePart) =>
    keptNote(userId, notes.lessonId, part).read() !== null || isRefusedIn(notes, part);
  const [open, setOpen] = useState<NotePart | null>(
    () => PARTS[notes.side].find((part) => openFor(part)) ?? null,
  );
  const openers = useRef<Partial<Record<NotePart, HTMLButtonElement | null>>>({});
  const closed = useRef<NotePart | null>(null);
  const Title = `h${level}` as const;

  // The form has disappeared, and the focus with it.
  useEffect(() => {
    if (open !== null || closed.current === null) return;
    openers.current[closed.current]?.focus();
    closed.current = null;
  }, [open]);

  const close = () => {
    closed.current = open;
    setOpen(null);
  };
  const form = open ? (
    <NoteForm
      key={open}
      notes={notes}
      lesson={lesson}
      part={open}
      other={other}
      takesFocus={!openFor(open)}
      onClose={close}
    />
  ) : null;
  return (
    <div className={classes.notes}>
      {open !== 'homework' ? <Homework notes={notes} lesson={lesson} level={level} /> : null}
      {notes.theirs ? (
        <div className={classes.text}>
          <Title>Anotação de {other}</Title>
          <p>{notes.theirs.text}</p>
        </div>
      ) : null}
      {notes.mine && open !== 'notes' ? (
        <div className={classes.text}>
          <Title>Sua anotação</Title>
          <p>{notes.mine.text}</p>
        </div>
      ) : null}
      {notes.earlier.map((text) => (
        <Earlier key={text.id} text={text} notes={notes} lesson={lesson} level={level} />
      ))}
      <NoteSending write={notes.write} />
      {form}
      {open === null ? (
        <div className={classes.plains}>
          {PARTS[notes.side].map((part) => (
            <button
              key={part}
              type="button"
              ref={(element) => {
                openers.current[part] = element;
              }}
              className={classes.plain}
              onClick={() => setOpen(part)}
            >
              {OPENS[part][ownText(notes, part) ? 1 : 0]}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

const OPENS = {
  notes: ['Anotar', 'Mudar anotação'],
  homework: ['Passar dever de casa', 'Mudar dever'],
} as const;

function isRefusedIn({ write }: ShownNotes, part: NotePart): boolean {
  return write?.kind === 'note.save' && write.status === 'rejected' && write.payload.part === part;
}

interface PartProps {
  notes: ShownNotes;
  lesson: NamedLesson;
  level: 3 | 4;
}

export function Homework({ notes, lesson, level }: PartProps) {
  const id = useId();
  const [failure, setFailure] = useState('');
  const Title = `h${level}` as const;
  const { homework, side, write } = notes;
  const done = isHomeworkDone(notes);
  const { shown, isStoring, wish, forget } = useWished(done);
  if (!homework) return null;
  const hasChanged = !done && notes.done_id !== null;
  const tick = async () => {
    wish(!shown);
    const queued = await tickHomework(lesson, homework.id, !shown);
    setFailure(failureOf(queued));
    if (queued.kind !== 'stored') forget();
  };
  const isRefused = write?.status === 'rejected';
  const checked = isRefused ? done : shown;
  return (
    <div className={classes.homework} data-done={done || undefined}>
      <Title id={id}>Dever de casa</Title>
      <p>{homework.text}</p>
      {side === 'student' ? (
        <label className={classes.tick} aria-busy={isStoring && !isRefused}>
          <input type="checkbox" checked={checked} aria-describedby={id} onChange={() => void tick()} />
          Fiz este dever
        </label>
      ) : (
        <p className={classes.state}>{done ? 'Feito pelo aluno' : 'Ainda não feito'}</p>
      )}
      {hasChanged ? (
        <p className={classes.state}>O dever mudou depois de ter sido marcado como feito.</p>
      ) : null}
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </div>
  );
}

/** An own text that another phone or tab replaced without having seen it. */
function Earlier({ text, notes, lesson, level }: PartProps & { text: EarlierText }) {
  const [failure, setFailure] = useState('');
  const once = useOnce();
  const Title = `h${level}` as const;
  const present = ownText(notes, text.part);
  const keep = (words: string | null) =>
    void once(async () => {
      const change = { part: text.part, text: words, seen: present?.id ?? null, dropped: [text.id] };
      setFailure(failureOf(await saveNote(lesson, change)));
    });
  return (
    <div className={classes.earlier}>
      <Title>Outro texto seu</Title>
      <p className={classes.state}>
        Escrito em outra aba ou aparelho, e trocado antes de ser lido. Ficou guardado aqui.
      </p>
      <p>{text.text}</p>
      <div className={classes.plains}>
        <button
          type="button"
          className={classes.plain}
          onClick={() => keep(present ? `${present.text}\n\n${text.text}` : text.text)}
        >
          Juntar ao texto
        </button>
        <button type="button" className={classes.plain} onClick={() => keep(present?.text ?? null)}>
          Descartar
        </button>
      </div>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </div>
  );
}

const failureOf = (queued: Queued): string => (queued.kind === 'stored' ? '' : notQueuedText(queued));
