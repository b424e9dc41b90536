/**
 * Draft of a post for the Mural, kept on this phone per user; signing out deletes it. Corrections of a refused post are
 * kept under the refused command's id, so that they and the draft of a new post do not overwrite each other.
 */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { fieldsOf, isText, readStored, writeText } from '@/lib/stored';
import type { Words } from './actions';

/** The text with the id under which it will be sent, so that one draft in two tabs becomes one post. */
export interface PostDraft extends Words {
  id: string;
}

export const postDraftKey = (userId: string, refusedId: string | null) =>
  `${PRIVATE_DRAFT_PREFIX}post_${userId}${refusedId === null ? '' : `_${refusedId}`}`;

export function readPostDraft(userId: string, refusedId: string | null): PostDraft | null {
  return readStored(postDraftKey(userId, refusedId), draftOf);
}

/** Stores the draft; null deletes it. When the storage is full or blocked, the text stays in the form only. */
export function keepPostDraft(userId: string, refusedId: string | null, draft: PostDraft | null): void {
  writeText(postDraftKey(userId, refusedId), draft && JSON.stringify(draft));
}

function draftOf(kept: unknown): PostDraft | null {
  const { id, text, cityId, styleId } = fieldsOf(kept);
  if (!isText(id) || !isText(text)) return null;
  return { id, text, cityId: idOrNull(cityId), styleId: idOrNull(styleId) };
}

const idOrNull = (value: unknown) => (isText(value) && value !== '' ? value : null);
