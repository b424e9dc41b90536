import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { presentIdentity } from '@/auth/identity';
import type { NamedLesson } from '@/db/rows/lesson-fields';
import { NOTEBOOK_LIMITS, type NotePart, ownText } from '@/db/rows/notebook-fields';
import { textError } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import { discard } from '@/outbox/entry';
import { refusalText } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import { TextAreaField } from '@/ui/fields';
import { saveNote } from '../actions';
import { keptNote, type NoteDraft } from '../draft';
import type { ShownNotes } from '../overlay';
import classes from './notes.module.css';

const WORDS = {
  notes: {
    label: 'Sua anotação',
    what: { what: 'a anotação', again: 'salve de novo', to: 'salvar a anotação' },
  },
  homework: {
    label: 'Dever de casa',
    what: { what: 'o dever', again: 'salve de novo', to: 'passar o dever' },
  },
} as const;

interface NoteFormProps {
  notes: ShownNotes;
  lesson: NamedLesson;
  part: NotePart;
  other: string;
  takesFocus: boolean;
  onClose(): void;
}

/** Writes one text. After a refusal it begins with what was refused. An empty text takes the note away. */
export function NoteForm({ notes, lesson, part, other, takesFocus, onClose }: NoteFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { label, what } = WORDS[part];
  const kept = keptNote(presentIdentity()?.userId ?? '', notes.lessonId, part);
  const { write } = notes;
  const refused =
    write?.kind === 'note.save' && write.status === 'rejected' && write.payload.part === part ? write : null;
  const present = ownText(notes, part);
  const { form, values, errors, outcome, sending, change, clear, submit } = useForm<NoteDraft>({
    start: {
      text: refused ? (refused.payload.text ?? '') : (present?.text ?? ''),
      seen: refused ? refused.id : (present?.id ?? null),
      dropped: [],
    },
    check: ({ text }) => ({ text: textError(text) ?? undefined }),
    isChanged: (now, first) => now.text !== first.text,
    draft: { key: kept.key, read: () => kept.read(), keep: (typed) => kept.write(typed) },
    send: async ({ text, seen, dropped }) => {
      const words = text.trim() === '' ? null : text.trim();
      const queued = await saveNote(lesson, { part, text: words, seen, dropped });
      if (queued.kind !== 'stored') return { sent: false, outcome: notQueuedText(queued, what) };
      kept.write(null);
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

  const left = NOTEBOOK_LIMITS.text - values.text.length;
  const failure = outcome ?? (refused ? `Não enviado. ${refusalText(refused)}` : null);
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      <TextAreaField
        ref={field}
        label={label}
        name={part}
        rows={4}
        maxLength={NOTEBOOK_LIMITS.text}
        value={values.text}
        error={errors.text}
        description={
          part === 'homework'
            ? `${other} lê e marca quando fizer.`
            : `Enquanto as aulas de vocês continuam, ${other} lê também. Mais ninguém.`
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <p className={classes.state} role="status">
        {left === 0 ? 'Limite de caracteres atingido' : left <= 50 ? `Menos de 50 caracteres restantes` : ''}
      </p>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
      <div className={classes.buttons}>
        <Button type="submit" loading={sending}>
          Salvar
        </Button>
        <Button variant="outline" onClick={() => void leave()}>
          {refused ? 'Descartar' : 'Cancelar'}
        </Button>
      </div>
    </form>
  );
}
