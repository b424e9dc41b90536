/** Keys of what the account area keeps on the phone outside IndexedDB, and forgetting them. */
export const DRAFT_KEY = 'danceflix_registration_draft';
/** The e-mail of a registration on this phone that waits for its confirmation link. */
export const AWAITING_KEY = 'danceflix_awaiting_confirmation';
/** Everything of a person that features keep in localStorage or sessionStorage starts with this. */
export const PRIVATE_PREFIX = 'danceflix_private_';

/** Throws when storage refuses to forget. */
export function forgetDrafts(): void {
  for (const storage of [globalThis.localStorage, globalThis.sessionStorage]) {
    if (!storage) continue;
    for (const key of Object.keys(storage)) {
      if (key === DRAFT_KEY || key === AWAITING_KEY || key.startsWith(PRIVATE_PREFIX))
        storage.removeItem(key);
    }
  }
}
