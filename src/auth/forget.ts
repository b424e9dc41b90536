/** Keys of what the account area keeps on the phone outside IndexedDB, and forgetting them. */
import { storages } from '@/lib/stored';

export const DRAFT_KEY = 'danceflix_registration_draft';
/** See awaiting.ts. */
export const AWAITING_KEY = 'danceflix_awaiting_confirmation';
/** Everything of a person that features keep in localStorage or sessionStorage starts with this. */
export const PRIVATE_PREFIX = 'danceflix_private_';
/**
 * Of that, what the person typed and exists nowhere else: locked, not deleted, when the server ends the session. Whose
 * it is, the key says: it contains the person's id.
 */
export const PRIVATE_DRAFT_PREFIX = `${PRIVATE_PREFIX}draft_`;

/** Everything of a person. Throws when storage refuses to forget. */
export function forgetDrafts(): void {
  forget((key) => isOfRegistration(key) || key.startsWith(PRIVATE_PREFIX));
}

/** The registration is done: what else the visitor typed is theirs still. Throws when storage refuses to forget. */
export function forgetRegistration(): void {
  forget(isOfRegistration);
}

const isOfRegistration = (key: string) => key === DRAFT_KEY || key === AWAITING_KEY;

function forget(isGone: (key: string) => boolean): void {
  for (const storage of storages())
    for (const key of Object.keys(storage)) if (isGone(key)) storage.removeItem(key);
}
