/**
 * Whose account the server has removed while writes of theirs waited on this phone: kept until they have been named to
 * whoever holds it, a reload and a killed browser included.
 */
import { readText, writeText } from '@/lib/stored';

const KEY = 'danceflix_gone_account';

export function noteGone(userId: string): void {
  writeText(KEY, userId);
}

export const readGone = (): string | null => readText(KEY);

/** Their writes have been named, and are gone. */
export function forgetGone(): void {
  writeText(KEY, null);
}
