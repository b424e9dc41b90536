/** Deletes a person's data from this phone, in an order that does the least harm when it is interrupted. */
import { pause } from '@/lib/idle';
import { removePrivateStorage, removePrivateStorageOf } from '@/lib/private-storage';
import { silencePush } from '@/lib/push-subscription';
import { lockDrafts } from '../drafts/locked-drafts';
import { clearIdentity, type IdentityState } from '../identity';
import { releasePush } from '../push-record';
import { tellTabs } from '../session/channel';
import { clearMirror } from '../session/mirror';
import { removeSession } from '../session/stored-session';
import { forgetDrafts } from './forget';
import { noteGone } from './gone';

export interface Leaving {
  /** 'revoked', 'removed': the server ended the session or the account, so the person was not asked. */
  ended: IdentityState['ended'];
  /** Unsent data stays on the phone, locked and invisible until the same person returns. */
  keepUnsent: boolean;
}

/** Frees this page's resources of a person: connections to the private database, rows in memory. */
export type Releaser = (userId: string, leaving: Leaving) => Promise<void>;

const releasers = new Set<Releaser>();
/** Milliseconds for a worker to close its databases; a stuck worker must not prevent a sign-out. */
const PATIENCE = 3_000;

/**
 * Registers a releaser. It is called in every tab, in the one that signs out before the private database is deleted.
 * Returns a function that unregisters.
 */
export function onRelease(releaser: Releaser): () => void {
  releasers.add(releaser);
  return () => releasers.delete(releaser);
}

/** The person signs out, or deletes the account. */
export const LEAVES: Leaving = { ended: null, keepUnsent: false };
/** The server ended the session. */
export const REVOKED: Leaving = { ended: 'revoked', keepUnsent: true };
/** The account no longer exists: its unsent writes can never be sent, so they are listed before they are deleted. */
export const REMOVED: Leaving = { ended: 'removed', keepUnsent: false };
/** The person could not be asked: another person signed in, or an earlier sign-out was interrupted. */
export const INTERRUPTED: Leaving = { ended: null, keepUnsent: true };

/**
 * Deletes the person's data in all tabs: session and its copy, push registration, private database, identity, and
 * drafts unless they are kept. Needs no network. Throws when something private could not be deleted; then the identity
 * stays without a token, so that the person can try again.
 */
export async function forgetPerson(userId: string, leaving: Leaving = LEAVES): Promise<void> {
  if (leaving.ended === 'removed') noteGone(userId);
  removeSession();
  await clearMirror();
  tellTabs({ type: 'release', userId, leaving });
  await Promise.all([
    release(userId, leaving),
    silencePush(),
    Promise.race([releasePush(userId), pause(PATIENCE)]),
  ]);
  await removePrivateStorage({ keep: null });
  // Fallback by name, where the browser does not list its databases.
  if (!globalThis.indexedDB?.databases) await removePrivateStorageOf(userId);
  if (leaving.keepUnsent) await lockDrafts(userId);
  forgetDrafts();
  clearIdentity(leaving.ended);
  tellTabs({ type: 'signed-out', userId, ended: leaving.ended });
}

/** Runs in the other tabs when one of them signs out. */
export async function releaseHere(userId: string, leaving: Leaving): Promise<void> {
  await release(userId, leaving);
  // The last tab to release may have created the database again with a pending write.
  await removePrivateStorageOf(userId);
}

async function release(userId: string, leaving: Leaving): Promise<void> {
  const all = Promise.allSettled([...releasers].map((releaser) => releaser(userId, leaving)));
  await Promise.race([all, pause(PATIENCE)]);
}
