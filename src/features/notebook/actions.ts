/** Writes notes through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import type { NamedLesson } from '@/db/rows/lesson-fields';
import type { NotePart } from '@/db/rows/notebook-fields';
import { logger } from '@/lib/logger';
import { isUnheard } from '@/outbox/command';
import { homeworkTick } from '@/outbox/commands/homework-tick';
import { noteSave } from '@/outbox/commands/note-save';
import { commandsOf, edit } from '@/outbox/entry';
import { enqueueOver, enqueueOwn, type Queued } from '@/outbox/own';
import { isOf } from '@/outbox/stored-command';

export interface NoteChange {
  part: NotePart;
  /** Null empties it. */
  text: string | null;
  /** The id of the text that the form began with. */
  seen: string | null;
  /** Ids of earlier texts that may go. */
  dropped: readonly string[];
}

/**
 * Saves a text. An unsent save that the form has seen is replaced, and what that one had seen counts on: it never reaches
 * the server. One that the form has not seen, from another tab, goes first, and its text is kept. Never rejects.
 */
export async function saveNote(
  lesson: NamedLesson,
  { part, text, seen, dropped }: NoteChange,
): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const payload = { ...lesson, part, text, seen, dropped: [...dropped] };
  try {
    const last = (await commandsOf(userId)).filter(isOf('note.save')).find(({ id }) => id === seen);
    if (last && isUnheard(last)) {
      const before = last.payload;
      const outcome = await edit(last.id, {
        ...payload,
        seen: before.seen,
        dropped: [...new Set([...before.dropped, ...dropped])],
      });
      if (outcome.kind === 'stored') return { kind: 'stored', commandId: outcome.command.id };
    }
    return await enqueueOwn(noteSave, lesson.lessonId, payload, { userId });
  } catch (error) {
    logger.warn('The note was not stored', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}

/** Ticks the homework with this id off, or opens it again. Never rejects. */
export async function tickHomework(
  { lessonId, requestId }: Pick<NamedLesson, 'lessonId' | 'requestId'>,
  homeworkId: string,
  done: boolean,
): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const last = (await commandsOf(userId))
      .filter(isOf('homework.tick'))
      .findLast(({ entity, payload }) => entity.id === lessonId && payload.homeworkId === homeworkId);
    const payload = { lessonId, requestId, homeworkId, done };
    return await enqueueOver(last, homeworkTick, lessonId, payload, { userId });
  } catch (error) {
    logger.warn('The homework was not ticked', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}
