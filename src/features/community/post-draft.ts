/**
 * Draft of a post for the Mural, kept on this phone per user; signing out deletes it. Corrections of a refused post are
 * kept under the refused command's id, so that they and the draft of a new post do not overwrite each other.
 */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { freshId } from '@/lib/browser/random';
import { readText, writeText } from '@/lib/stored';
import type { Words } from './actions';

/** The text with the id under which it will be sent, so that one draft in two tabs becomes one post. */
export interface PostDraft extends Words {
  id: string;
}

export const postDraftKey = (userId: string, refusedId: string | null) =>
  `${PRIVATE_DRAFT_PREFIX}post_${userId}${refusedId === null ? '' : `_${refusedId}`}`;

export function readPostDraft(userId: string, refusedId: string | null): PostDraft | null {
  const kept = readText(postDraftKey(userId, refusedId));
  return kept ? draftOf(kept) : null;
}

/** Stores the draft; null deletes it. When the storage is full or blocked, the text stays in the form only. */
export function keepPostDraft(userId: string, refusedId: string | null, draft: PostDraft | null): void {
  writeText(postDraftKey(userId, refusedId), draft && JSON.stringify(draft));
}

/** Reads a stored draft, also of earlier releases, which stored the bare text, or the words without an id. */
function draftOf(kept: string): PostDraft {
  const bare = { id: freshId(), text: kept, cityId: null, styleId: null };
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
