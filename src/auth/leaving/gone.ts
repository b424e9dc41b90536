/**
 * The person whose account the server has removed while unsent writes waited on this phone: stored until these writes
 * were listed on the screen, even after a reload or a killed browser.
 */
import { readText, writeText } from '@/lib/stored';

const KEY = 'danceflix_gone_account';

export function noteGone(userId: string): void {
  writeText(KEY, userId);
}

export const readGone = (): string | null => readText(KEY);

/** Called once the writes were listed and deleted. */
export function forgetGone(): void {
  writeText(KEY, null);
}
