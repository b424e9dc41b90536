/** What was typed for the Mural and not sent yet: kept on this phone by person; signing out forgets it. */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';
import { logger } from '@/lib/logger';

const keyOf = (userId: string) => `${PRIVATE_DRAFT_PREFIX}post_${userId}`;

export function readPostDraft(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '';
  } catch (error) {
    logger.info('No draft', error);
    return '';
  }
}

/** Best effort: a full or closed storage refuses, and the form stays as it is. */
export function keepPostDraft(userId: string, text: string): void {
  try {
    if (text) localStorage.setItem(keyOf(userId), text);
    else localStorage.removeItem(keyOf(userId));
  } catch (error) {
    logger.info('Draft not kept', error);
  }
}
