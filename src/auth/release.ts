/** Forgetting a person on this phone, in the order in which it does least harm when it is cut off half-way. */
import { pause } from '@/lib/idle';
import { removePrivateStorage, removePrivateStorageOf } from '@/lib/private-storage';
import { silencePush } from '@/lib/push-subscription';
import { tellTabs } from './channel';
import { forgetDrafts } from './forget';
import { noteGone } from './gone';
import { clearIdentity, type IdentityState } from './identity';
import { lockDrafts } from './locked-drafts';
import { clearMirror } from './mirror';
import { releasePush } from './push-record';
import { removeSession } from './stored-session';

export interface Leaving {
  /** 'revoked', 'removed': the server ended the session or the account, nobody was asked. */
  ended: IdentityState['ended'];
  /** What is unsent stays on the phone, locked and invisible until the same person is back. */
  keepUnsent: boolean;
}

/** Lets go of what this page holds of a person: connections to the private database, rows in memory. */
export type Releaser = (userId: string, leaving: Leaving) => Promise<void>;

const releasers = new Set<Releaser>();
/** Milliseconds for a worker to close its databases; a stuck one must not keep anybody signed in. */
const PATIENCE = 3_000;

/** Called in every tab, in the one that signs out before the private database is deleted. Returns how to stop. */
export function onRelease(releaser: Releaser): () => void {
  releasers.add(releaser);
  return () => releasers.delete(releaser);
}

/** The person leaves of their own will, or for good. */
export const LEAVES: Leaving = { ended: null, keepUnsent: false };
/** The server ended the session. */
export const REVOKED: Leaving = { ended: 'revoked', keepUnsent: true };
/** The account does not exist any more: nobody can come back for what was not sent, so it is named before it goes. */
export const REMOVED: Leaving = { ended: 'removed', keepUnsent: false };
/** Nobody could be asked: somebody else came, or an earlier sign-out was cut off. */
export const INTERRUPTED: Leaving = { ended: null, keepUnsent: true };

/**
 * Forgets the person in all tabs: session and mirror, pushes to this phone, private database, identity, and drafts unless they are kept.
 * Needs no network. Throws when something private could not be deleted; the identity then stays, so that the person can
 * try again, but no token.
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
  // Where the browser does not list its databases: by their names.
  if (!globalThis.indexedDB?.databases) await removePrivateStorageOf(userId);
  if (leaving.keepUnsent) await lockDrafts(userId);
  forgetDrafts();
  clearIdentity(leaving.ended);
  tellTabs({ type: 'signed-out', userId, ended: leaving.ended });
}

/** What another tab does when one of them signs out. */
export async function releaseHere(userId: string, leaving: Leaving): Promise<void> {
  await release(userId, leaving);
  // Whoever lets go last may have brought the database back with a write that was under way.
  await removePrivateStorageOf(userId);
}

async function release(userId: string, leaving: Leaving): Promise<void> {
  const all = Promise.allSettled([...releasers].map((releaser) => releaser(userId, leaving)));
  await Promise.race([all, pause(PATIENCE)]);
}
