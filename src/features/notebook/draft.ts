/** The unsent form of a note: kept on this device until it is queued, one for each lesson and part. */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import type { NotePart } from '@/db/rows/notebook-fields';
import { fieldsOf, isText, stored } from '@/lib/stored';

export interface NoteDraft {
  text: string;
  /** The id of the text that the form began with; null for an empty one. */
  seen: string | null;
  /** Ids of earlier texts that were taken into this one. */
  dropped: string[];
}

export const keptNote = (userId: string, lessonId: string, part: NotePart) =>
  stored<NoteDraft>(`${PRIVATE_DRAFT_PREFIX}note_${userId}_${lessonId}_${part}`, (value) => {
    const { text, seen, dropped } = fieldsOf(value);
    if (!isText(text)) return null;
    return {
      text,
      seen: isText(seen) ? seen : null,
      dropped: Array.isArray(dropped) ? dropped.filter(isText) : [],
    };
  });
