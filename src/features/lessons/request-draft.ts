/**
 * The unsent draft of a lesson request, kept on this device until it is queued. The key holds the user and either the
 * teacher's id or the id of the refused command that is being changed, so that the two never overwrite each other. A
 * visitor's draft becomes the student's who signs in (auth/drafts/visitor-requests.ts).
 */
import { requestKey, visitorRequest, visitorsTeachers } from '@/auth/drafts/visitor-requests';
import { VISITOR_REQUEST_PREFIX } from '@/auth/leaving/forget';
import { readWish, type TypedWish } from '@/db/rows/wish-fields';
import { freshId } from '@/lib/browser/random';
import { fieldsOf, isText, stored } from '@/lib/stored';

export interface RequestDraft extends TypedWish {
  /** Id of the request, so that the same draft sent from two tabs is one request. */
  id: string;
  styleId: string;
}

/** `userId` null: of a visitor. */
export const requestDraftKey = (userId: string | null, about: string) =>
  userId === null ? `${VISITOR_REQUEST_PREFIX}${about}` : requestKey(userId, about);

function readDraft(value: unknown): RequestDraft | null {
  const { id, styleId } = fieldsOf(value);
  const wish = readWish(value);
  if (!isText(styleId) || !wish) return null;
  return { id: isText(id) ? id : freshId(), styleId, ...wish };
}

const keptFor = (userId: string | null, about: string) =>
  userId === null ? visitorRequest(about, readDraft) : stored(requestKey(userId, about), readDraft);

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
  for (const about of visitorsTeachers()) {
    const draft = readRequestDraft(null, about);
    if (draft && !keepRequestDraft(userId, about, draft)) continue;
    keepRequestDraft(null, about, null);
  }
}

/** Requests that a visitor of this phone has filled in. */
export function visitorRequests(): RequestDraft[] {
  return visitorsTeachers().flatMap((about) => readRequestDraft(null, about) ?? []);
}

export function deleteVisitorRequests(): void {
  for (const about of visitorsTeachers()) keepRequestDraft(null, about, null);
}
