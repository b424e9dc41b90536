/**
 * The unsent draft of a lesson request, kept on this device until it is queued. The key holds the user and either the
 * teacher's id or the id of the refused command that is being changed, so that the two never overwrite each other. A
 * visitor's draft becomes the student's who signs in; it is kept for a week, since a phone has many visitors.
 */
import { PRIVATE_DRAFT_PREFIX, VISITOR_REQUEST_PREFIX } from '@/auth/leaving/forget';
import { readWish, type TypedWish } from '@/db/rows/wish-fields';
import { freshId } from '@/lib/browser/random';
import { fieldsOf, isText, stored, storedKeys } from '@/lib/stored';

export interface RequestDraft extends TypedWish {
  /** Id of the request, so that the same draft sent from two tabs is one request. */
  id: string;
  styleId: string;
}

const WEEK = 7 * 24 * 60 * 60_000;

const prefixOf = (userId: string | null) =>
  userId === null ? VISITOR_REQUEST_PREFIX : `${PRIVATE_DRAFT_PREFIX}request_${userId}_`;

/** `userId` null: of a visitor. */
export const requestDraftKey = (userId: string | null, about: string) => `${prefixOf(userId)}${about}`;

const keptFor = (userId: string | null, about: string) =>
  stored<RequestDraft>(
    requestDraftKey(userId, about),
    (value) => {
      const { id, styleId } = fieldsOf(value);
      const wish = readWish(value);
      if (!isText(styleId) || !wish) return null;
      return { id: isText(id) ? id : freshId(), styleId, ...wish };
    },
    userId === null ? { lifetime: WEEK } : {},
  );

export const readRequestDraft = (userId: string | null, about: string): RequestDraft | null =>
  keptFor(userId, about).read();

/** Null deletes the draft. False for a full or closed storage: then only the form has the values. */
export function keepRequestDraft(userId: string | null, about: string, draft: RequestDraft | null): boolean {
  return keptFor(userId, about).write(draft);
}

/**
 * Gives the visitor's drafts to the student who has signed in. They replace the student's own, which are older. Safe to
 * repeat, in two tabs too: the drafts keep their ids, so each is sent once.
 */
export function claimVisitorDrafts(userId: string): void {
  const prefix = prefixOf(null);
  for (const key of storedKeys(prefix)) {
    const about = key.slice(prefix.length);
    const draft = readRequestDraft(null, about);
    if (draft && !keepRequestDraft(userId, about, draft)) continue;
    keepRequestDraft(null, about, null);
  }
}

/** Requests that a visitor of this phone has filled in. */
export function visitorRequests(): RequestDraft[] {
  return storedKeys(VISITOR_REQUEST_PREFIX).flatMap(
    (key) => readRequestDraft(null, key.slice(VISITOR_REQUEST_PREFIX.length)) ?? [],
  );
}

export function deleteVisitorRequests(): void {
  for (const key of storedKeys(VISITOR_REQUEST_PREFIX)) {
    keepRequestDraft(null, key.slice(VISITOR_REQUEST_PREFIX.length), null);
  }
}
