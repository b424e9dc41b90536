/**
 * What was typed into a wish for lessons and not sent yet. Kept on this phone until it is queued, by person and by
 * what it is about: the teacher's id, or the id of the refused command that is being changed, so that neither takes the
 * other's place.
 */

import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';
import { readWish, type TypedWish } from '@/db/wish-fields';
import { fieldsOf, isText, stored } from '@/lib/stored';

export interface RequestDraft extends TypedWish {
  /** Under which it is sent, so that the same draft in two tabs is one request. */
  id: string;
  styleId: string;
}

export const requestDraftKey = (userId: string, about: string) =>
  `${PRIVATE_DRAFT_PREFIX}request_${userId}_${about}`;

const keptFor = (userId: string, about: string) =>
  stored<RequestDraft>(requestDraftKey(userId, about), (value) => {
    const { id, styleId } = fieldsOf(value);
    const wish = readWish(value);
    if (!isText(styleId) || !wish) return null;
    return { id: isText(id) ? id : crypto.randomUUID(), styleId, ...wish };
  });

export const readRequestDraft = (userId: string, about: string): RequestDraft | null =>
  keptFor(userId, about).read();

/** A full or closed storage refuses, and the form stays as it is. Null forgets it. */
export function keepRequestDraft(userId: string, about: string, draft: RequestDraft | null): void {
  keptFor(userId, about).write(draft);
}
