/** The e-mail of a registration on this phone that waits for its confirmation link; only that link may enter here. */
import { AWAITING_KEY } from './forget';

let memory: string | null = null;

export function awaitedEmail(): string | null {
  try {
    const kept = localStorage.getItem(AWAITING_KEY);
    return kept?.includes('@') ? kept : memory;
  } catch {
    return memory;
  }
}

export function isAwaited(email: string | undefined): boolean {
  return email !== undefined && awaitedEmail()?.toLowerCase() === email.toLowerCase();
}

export function awaitConfirmation(email: string): void {
  try {
    localStorage.setItem(AWAITING_KEY, email);
  } catch {
    memory = email;
  }
}

export function stopAwaiting(): void {
  memory = null;
  try {
    localStorage.removeItem(AWAITING_KEY);
  } catch {
    return;
  }
}
