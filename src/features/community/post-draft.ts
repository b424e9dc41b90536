/**
 * What was typed for the Mural and not sent yet: kept on this phone by person; signing out forgets it. Changes to a post
 * that the server refused are kept apart, under the refused command's id, so that neither takes the other's place.
 */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';
import { readText, writeText } from '@/lib/stored';
import type { Words } from './actions';

/** With the id under which it is sent, so that the same draft in two tabs is one post. */
export interface PostDraft extends Words {
  id: string;
}

export const postDraftKey = (userId: string, refusedId: string | null) =>
  `${PRIVATE_DRAFT_PREFIX}post_${userId}${refusedId === null ? '' : `_${refusedId}`}`;

export function readPostDraft(userId: string, refusedId: string | null): PostDraft | null {
  const kept = readText(postDraftKey(userId, refusedId));
  return kept ? draftOf(kept) : null;
}

/** A full or closed storage refuses, and the form stays as it is. Null forgets it. */
export function keepPostDraft(userId: string, refusedId: string | null, draft: PostDraft | null): void {
  writeText(postDraftKey(userId, refusedId), draft && JSON.stringify(draft));
}

/** Earlier releases kept the bare text, then the words without an id. */
function draftOf(kept: string): PostDraft {
  const bare = { id: crypto.randomUUID(), text: kept, cityId: null, styleId: null };
  try {
    const value: unknown = JSON.parse(kept);
    if (!value || typeof value !== 'object') return bare;
    const { id, text, cityId, styleId } = value as Record<keyof PostDraft, unknown>;
    if (typeof text !== 'string') return bare;
    return { id: idOrNull(id) ?? bare.id, text, cityId: idOrNull(cityId), styleId: idOrNull(styleId) };
  } catch {
    return bare;
  }
}

const idOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
