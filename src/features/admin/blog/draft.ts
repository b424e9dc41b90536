/**
 * What is being written and has not been saved: on this phone, so that a crash or a closed tab loses nothing. Private,
 * and a draft in the sense of auth/forget.ts: put away when the server ends the session, gone when the person leaves.
 */

import { z } from 'zod';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';
import { presentIdentity } from '@/auth/identity';
import { isMoment, type Stored, stored } from '@/lib/stored';

export const postValues = z.object({
  title: z.string(),
  /** Empty: made of the title. */
  slug: z.string(),
  category_id: z.string(),
  excerpt: z.string(),
  author_name: z.string(),
  cover_url: z.string(),
  cover_alt: z.string(),
  status: z.enum(['draft', 'published']),
  /** As a field of the type datetime-local; empty: now. */
  published_at: z.string(),
  /** A ProseMirror document. */
  body: z.unknown(),
});
export type PostValues = z.infer<typeof postValues>;

const draft = z.object({
  /** Of the post; a new one has its id before it is saved, so that saving it twice makes one. */
  id: z.string(),
  values: postValues,
  /** When the article that is changed here had been saved; null for a new one. */
  base: z.string().nullish(),
  /** Milliseconds since 1970. */
  at: z.number().refine(isMoment),
});
export type Draft = z.infer<typeof draft>;

/** `key`: the post's id, 'new' for one that was never saved. Null when nobody is signed in. */
function keptAs(key: string): Stored<Draft> | null {
  const userId = presentIdentity()?.userId;
  return userId ? stored(`${PRIVATE_DRAFT_PREFIX}blog_${userId}_${key}`, parse) : null;
}

const parse = (value: unknown): Draft | null => draft.safeParse(value).data ?? null;

export const readDraft = (key: string): Draft | null => keptAs(key)?.read() ?? null;

/** False when the browser does not keep it: then the page says so. */
export const keepDraft = (key: string, kept: Draft): boolean => keptAs(key)?.write(kept) ?? false;

export function forgetDraft(key: string): void {
  keptAs(key)?.write(null);
}
