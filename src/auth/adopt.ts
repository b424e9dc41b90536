/** Making a session that the server gave out the session of this phone. */
import { tellTabs } from './channel';
import { type Identity, presentIdentity, setIdentity } from './identity';
import { keepFresh } from './keeper';
import { unlockDrafts } from './locked-drafts';
import { keepSession } from './refresh';
import { forgetPerson, INTERRUPTED } from './release';
import { readSession, type StoredSession } from './stored-session';

/** Throws when somebody else was here and not all of theirs could be deleted. */
export async function adopt(session: StoredSession, identity: Identity): Promise<void> {
  const before = presentIdentity()?.userId ?? readSession()?.userId;
  if (before && before !== identity.userId) await forgetPerson(before, INTERRUPTED);
  await unlockDrafts(identity.userId);
  await keepSession(session);
  setIdentity(identity);
  tellTabs({ type: 'signed-in', userId: identity.userId });
  keepFresh();
}

/** Takes over what the server says of the person now, unless somebody else is here meanwhile. */
export function updateIdentity(identity: Identity): void {
  const now = presentIdentity();
  if (now && now.userId !== identity.userId) return;
  if (readSession()?.userId !== identity.userId) return;
  if (JSON.stringify(now) === JSON.stringify(identity)) return;
  setIdentity(identity);
}
