/**
 * The e-mail address of a registration on this phone that waits for its confirmation link; only that link may sign in
 * here.
 */
import { readText, writeText } from '@/lib/stored';
import { AWAITING_KEY } from '../leaving/forget';

let memory: string | null = null;

export function awaitedEmail(): string | null {
  const kept = readText(AWAITING_KEY);
  return kept?.includes('@') ? kept : memory;
}

export function isAwaited(email: string | undefined): boolean {
  return email !== undefined && awaitedEmail()?.toLowerCase() === email.toLowerCase();
}

export function awaitConfirmation(email: string): void {
  if (!writeText(AWAITING_KEY, email)) memory = email;
}

export function stopAwaiting(): void {
  memory = null;
  writeText(AWAITING_KEY, null);
}
