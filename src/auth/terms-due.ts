/** Newer terms that the server requires while a person is signed in: the dialog opens without a new sign-in. */
import { loadAccount, toIdentity } from './account';
import { complete } from './entering/registration';
import { presentIdentity } from './identity';
import { updateIdentity } from './session/adopt';
import { accessFor } from './session/refresh';

/**
 * Asks the server which terms wait for acceptance. 'accepted': none, perhaps because this call recorded an acceptance
 * left over from the registration. Throws RestFailure.
 */
export async function refreshTermsDue(): Promise<'due' | 'accepted' | 'unknown'> {
  const identity = presentIdentity();
  if (identity?.state !== 'active') return 'unknown';
  if (identity.termsDue) return 'due';
  const access = await accessFor(identity.userId);
  if (access.kind !== 'ok') return 'unknown';
  const token = access.session.accessToken;
  let account = await loadAccount(identity.userId, token);
  if (account.pending.length > 0 && (await complete(token, {})).kind === 'ok') {
    account = await loadAccount(identity.userId, token);
  }
  if (account.state !== 'active') return 'unknown';
  const { termsDue } = toIdentity(account, identity.email);
  updateIdentity({ ...identity, termsDue });
  return termsDue ? 'due' : 'accepted';
}
