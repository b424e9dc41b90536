/** Forgetting a person on this phone, in the order in which it does least harm when it is cut off half-way. */
import { pause } from '@/lib/idle';
import { removePrivateStorage, removePrivateStorageOf } from '@/lib/private-storage';
import { tellTabs } from './channel';
import { forgetDrafts } from './forget';
import { clearIdentity, type IdentityState } from './identity';
import { clearMirror } from './mirror';
import { removeSession } from './stored-session';

/** Lets go of what this page holds of a person: connections to the private database, rows in memory. */
export type Releaser = (userId: string) => Promise<void>;

const releasers = new Set<Releaser>();
/** Milliseconds for a worker to close its databases; a stuck one must not keep anybody signed in. */
const PATIENCE = 3_000;

export function onRelease(releaser: Releaser): () => void {
  releasers.add(releaser);
  return () => releasers.delete(releaser);
}

/**
 * Forgets the person in all tabs: session and mirror, private database, drafts, identity. Needs no network. Throws when
 * something private could not be deleted; the identity then stays, so that the person can try again, but no token.
 */
export async function forgetPerson(userId: string, ended: IdentityState['ended'] = null): Promise<void> {
  removeSession();
  await clearMirror();
  tellTabs({ type: 'release', userId });
  await release(userId);
  await removePrivateStorage({ keep: null });
  forgetDrafts();
  clearIdentity(ended);
  tellTabs({ type: 'signed-out', userId, ended });
}

/** What another tab does when one of them signs out. */
export async function releaseHere(userId: string): Promise<void> {
  await release(userId);
  // Whoever lets go last may have brought the database back with a write that was under way.
  await removePrivateStorageOf(userId);
}

async function release(userId: string): Promise<void> {
  const all = Promise.allSettled([...releasers].map((releaser) => releaser(userId)));
  await Promise.race([all, pause(PATIENCE)]);
}
