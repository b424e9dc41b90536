/** Keys of the account area's data outside IndexedDB, and their deletion. */
import { storages } from '@/lib/stored';

export const DRAFT_KEY = 'danceflix_registration_draft';
/** See awaiting.ts. */
export const AWAITING_KEY = 'danceflix_awaiting_confirmation';
/** Prefix of all personal data that features keep outside IndexedDB (lib/stored.ts). */
export const PRIVATE_PREFIX = 'danceflix_private_';
/**
 * Prefix of typed texts that exist nowhere else: locked, not deleted, when the server ends the session. The key
 * contains the person's id.
 */
export const PRIVATE_DRAFT_PREFIX = `${PRIVATE_PREFIX}draft_`;

/**
 * Prefix of requests that a visitor has filled in and not sent. They are of no account, so a sign-out leaves them: a
 * person who registered as a teacher by mistake signs out to send theirs. They expire after a week.
 */
export const VISITOR_REQUEST_PREFIX = `${PRIVATE_DRAFT_PREFIX}request_visitor_`;

/** Deletes all personal data of the account. Throws when storage refuses. */
export function forgetDrafts(): void {
  forget(
    (key) =>
      isOfRegistration(key) || (key.startsWith(PRIVATE_PREFIX) && !key.startsWith(VISITOR_REQUEST_PREFIX)),
  );
}

/** Deletes the finished registration; other drafts of the visitor stay. Throws when storage refuses. */
export function forgetRegistration(): void {
  forget(isOfRegistration);
}

const isOfRegistration = (key: string) => key === DRAFT_KEY || key === AWAITING_KEY;

function forget(isGone: (key: string) => boolean): void {
  for (const storage of storages())
    for (const key of Object.keys(storage)) if (isGone(key)) storage.removeItem(key);
}
