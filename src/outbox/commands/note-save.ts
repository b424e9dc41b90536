import { type LessonNotes, NOTE_PARTS, NOTEBOOK_LIMITS, ownText } from '@/db/rows/notebook-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { GONE, lessonEditPath, lessonParents, namedShape } from './lesson-parts';
import { notebookCaughtUp } from './notebook-parts';

const schema = (z: Shapes) =>
  z.object({
    ...namedShape(z),
    part: z.oneOf(NOTE_PARTS),
    /** Null empties it. */
    text: z.nullable(z.string()),
    /** The id of the text that the author saw: that of the command that wrote it. */
    seen: z.nullable(z.string()),
    /** Ids of earlier texts that the author lets go. */
    dropped: z.array(z.string()),
  });

export type NoteSave = PayloadIn<typeof schema>;

/** The entity's id is the lesson's. */
export const noteSave = {
  kind: 'note.save' as const,
  version: 1,
  schema,
  table: 'lesson_notes',
  procedure: 'save_lesson_note',
  args: ({ id, payload: { lessonId, part, text, seen, dropped } }) => ({
    command_id: id,
    note: { lesson_id: lessonId, part, text, seen, dropped },
  }),
  label: 'Anotação de aula',
  summary: ({ part, text }) => text ?? (part === 'homework' ? 'Tirar o dever de casa' : 'Apagar a anotação'),
  creates: false,
  parents: lessonParents,
  /** The same rule as the procedure's: a text that the author had not seen is kept. */
  apply: <N extends LessonNotes>(notes: N, { id, payload, createdAt }: Command<NoteSave>): N => {
    const { part, text, seen, dropped } = payload;
    const present = ownText(notes, part);
    const kept = present && present.id !== seen && present.text !== text ? [{ ...present, part }] : [];
    const written = text === null ? null : { id, text, written_at: new Date(createdAt).toISOString() };
    return {
      ...notes,
      [part === 'homework' ? 'homework' : 'mine']: written,
      earlier: [
        ...notes.earlier.filter((one) => one.part !== part || !dropped.includes(one.id)),
        ...kept.filter((one) => !notes.earlier.some((earlier) => earlier.id === one.id)),
      ],
    };
  },
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    lesson_unknown: GONE.lesson_unknown,
    not_the_teacher: 'Só o professor passa o dever de casa.',
    too_many_texts: `Há ${NOTEBOOK_LIMITS.earlierTexts} textos anteriores desta anotação. Descarte alguns e envie de novo.`,
    profile_missing: 'Seu cadastro ainda não está completo.',
    invalid_value: {
      '': 'A anotação não foi aceita. Confira o texto e envie de novo.',
      text: `Uma anotação tem até ${NOTEBOOK_LIMITS.text} caracteres, sem símbolos que não se leem.`,
    },
  },
  final: ['lesson_unknown', 'not_the_teacher', 'invalid_value'],
  editPath: lessonEditPath,
} satisfies Kind<NoteSave>;
