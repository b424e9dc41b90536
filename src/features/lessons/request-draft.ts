/**
 * The unsent draft of a lesson request, kept on this device until it is queued. The key holds the user and either the
 * teacher's id or the id of the refused command that is being changed, so that the two never overwrite each other.
 */

import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { readWish, type TypedWish } from '@/db/wish-fields';
import { fieldsOf, isText, stored } from '@/lib/stored';

export interface RequestDraft extends TypedWish {
  /** Id of the request, so that the same draft sent from two tabs is one request. */
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

/** Null deletes the draft. A full or closed storage is ignored: the form keeps its values. */
export function keepRequestDraft(userId: string, about: string, draft: RequestDraft | null): void {
  keptFor(userId, about).write(draft);
}
