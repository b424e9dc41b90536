/** Makes a session from the server the session of this phone. */

import { unlockDrafts } from '../drafts/locked-drafts';
import { unpackRequests } from '../drafts/visitor-requests';
import { type Identity, presentIdentity, setIdentity } from '../identity';
import { forgetPerson, INTERRUPTED } from '../leaving/release';
import { tellTabs } from './channel';
import { keepFresh } from './keeper';
import { keepSession } from './refresh';
import { readSession, type StoredSession } from './stored-session';

/**
 * `metadata`: the account's, of a sign-up that may have carried requests here. Throws when another person was signed in
 * and not all of their data could be deleted.
 */
export async function adopt(session: StoredSession, identity: Identity, metadata?: unknown): Promise<void> {
  const before = presentIdentity()?.userId ?? readSession()?.userId;
  if (before && before !== identity.userId) await forgetPerson(before, INTERRUPTED);
  await unlockDrafts(identity.userId);
  if (identity.role !== 'teacher') unpackRequests(identity.userId, metadata);
  await keepSession(session);
  setIdentity(identity);
  tellTabs({ type: 'signed-in', userId: identity.userId });
  keepFresh();
}

/** Updates the person's identity from the server's response, unless another person has signed in meanwhile. */
export function updateIdentity(identity: Identity): void {
  const now = presentIdentity();
  if (now && now.userId !== identity.userId) return;
  if (readSession()?.userId !== identity.userId) return;
  if (JSON.stringify(now) === JSON.stringify(identity)) return;
  setIdentity(identity);
}
