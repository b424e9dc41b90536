/** Terms, and leaving for good. */
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { updateIdentity } from './adopt';
import { presentIdentity } from './identity';
import type { SimpleOutcome } from './outcomes';
import { forgetPerson } from './release';
import { authorizedFetch, callAs, NotSignedIn } from './user-rest';

export async function acceptTerms(termsId: string): Promise<SimpleOutcome> {
  const identity = presentIdentity();
  if (!identity) return { kind: 'signed-out' };
  try {
    await callAs(identity.userId, 'accept_terms', { terms_id: termsId });
    updateIdentity({ ...identity, termsDue: null });
    return { kind: 'ok' };
  } catch (error) {
    return failed(error);
  }
}

/** Deletes account and pictures on the server, then everything on this phone. The word to type is EXCLUIR. */
export async function deleteAccount(confirm: string): Promise<SimpleOutcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    await deleteWithPictures(userId, confirm);
  } catch (error) {
    return failed(error);
  }
  try {
    await forgetPerson(userId);
  } catch (error) {
    logger.error('Not all forgotten', error);
  }
  return { kind: 'ok' };
}

async function deleteWithPictures(userId: string, confirm: string): Promise<void> {
  try {
    await callAs(userId, 'delete_my_account', { confirm });
  } catch (error) {
    if (!(error instanceof RestFailure) || error.hint !== 'pictures_remain') throw error;
    const prefixes: unknown = JSON.parse(error.details ?? '[]');
    const response = await authorizedFetch(userId, '/storage/v1/object/profile-images', {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes }),
    });
    if (!response.ok) throw new RestFailure('refused', `Pictures stay: ${response.status}`, response.status);
    await callAs(userId, 'delete_my_account', { confirm });
  }
}

function failed(error: unknown): SimpleOutcome {
  if (error instanceof NotSignedIn) return { kind: 'signed-out' };
  if (error instanceof RestFailure && !error.unreachable && error.kind === 'refused') {
    return { kind: 'failed', message: error.hint };
  }
  logger.warn('Own account', error);
  return { kind: 'network' };
}
