/**
 * Draft of an article, kept on this device so that a crash or a closed tab loses nothing. Private, and a draft in the
 * sense of auth/forget.ts: locked when the server ends the session, deleted at sign-out.
 */

import { z } from 'zod';
import { presentIdentity } from '@/auth/identity';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { isMoment, type Stored, stored } from '@/lib/stored';

export const postValues = z.object({
  title: z.string(),
  /** An empty slug is derived from the title. */
  slug: z.string(),
  category_id: z.string(),
  excerpt: z.string(),
  author_name: z.string(),
  cover_url: z.string(),
  cover_alt: z.string(),
  status: z.enum(['draft', 'published']),
  /** Value of a datetime-local input; empty means now. */
  published_at: z.string(),
  /** A ProseMirror document. */
  body: z.unknown(),
});
export type PostValues = z.infer<typeof postValues>;

const draft = z.object({
  /** The post's id. A new post gets its id before the first save, so that saving twice creates one post. */
  id: z.string(),
  values: postValues,
  /** `updatedAt` of the saved version that this draft changes; null for a new article. */
  base: z.string().nullish(),
  /** Milliseconds since 1970. */
  at: z.number().refine(isMoment),
});
export type Draft = z.infer<typeof draft>;

/** `key`: the post's id, or 'new' before the first save. Null when no user is signed in. */
function keptAs(key: string): Stored<Draft> | null {
  const userId = presentIdentity()?.userId;
  return userId ? stored(`${PRIVATE_DRAFT_PREFIX}blog_${userId}_${key}`, parse) : null;
}

const parse = (value: unknown): Draft | null => draft.safeParse(value).data ?? null;

export const readDraft = (key: string): Draft | null => keptAs(key)?.read() ?? null;

/** Stores the draft; false when the browser refuses, so that the page can warn. */
export const keepDraft = (key: string, kept: Draft): boolean => keptAs(key)?.write(kept) ?? false;

export function forgetDraft(key: string): void {
  keptAs(key)?.write(null);
}
