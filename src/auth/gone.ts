/**
 * Whose account the server has removed while writes of theirs waited on this phone: kept until they have been named to
 * whoever holds it, a reload and a killed browser included.
 */
import { logger } from '@/lib/logger';

const KEY = 'danceflix_gone_account';

export function noteGone(userId: string): void {
  try {
    localStorage.setItem(KEY, userId);
  } catch (error) {
    logger.warn('A removed account is not noted', error);
  }
}

export function readGone(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null;
  } catch {
    return null;
  }
}

/** Their writes have been named, and are gone. */
export function forgetGone(): void {
  try {
    localStorage.removeItem(KEY);
  } catch (error) {
    logger.warn('A removed account stays noted', error);
  }
}
