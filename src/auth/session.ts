/**
 * Entering, registering, leaving. Import from lazy pages only; supabase-js follows by dynamic import with the first
 * call. Everything answers with a value; nothing throws.
 */
import type {
  PasswordOutcome,
  RegisterInput,
  RegisterOutcome,
  ResetRequestOutcome,
  ResumeInput,
  ResumeOutcome,
  SignInInput,
  SignInOutcome,
  SignOutOutcome,
  SimpleOutcome,
} from './outcomes';

declare const later: never;

/** Enters with e-mail and password; the profile is loaded first and its role must be the chosen one. */
export async function signIn(_input: SignInInput): Promise<SignInOutcome> {
  return later;
}

/** Creates the account and completes its registration. */
export async function register(_input: RegisterInput): Promise<RegisterOutcome> {
  return later;
}

/** Completes a registration that was cut off, for who is signed in with state 'registering'. */
export async function resumeRegistration(_input: ResumeInput): Promise<ResumeOutcome> {
  return later;
}

/** Works offline, in all tabs; 'failed' only when this phone could not forget. */
export async function signOut(): Promise<SignOutOutcome> {
  return later;
}

/** Sends the mail of recovery; the answer never tells whether the address exists. */
export async function requestReset(_email: string): Promise<ResetRequestOutcome> {
  return later;
}

/** Of /reset-password: 'checking' asks the server about the link that opened this page, once. */
export async function checkRecovery(): Promise<'valid' | 'invalid' | 'network'> {
  return later;
}

/** The new password of a recovery; signs the recovery session out afterwards. */
export async function updatePassword(_password: string): Promise<PasswordOutcome> {
  return later;
}

/** The new password of somebody who is signed in and says the current one. */
export async function changePassword(_current: string, _next: string): Promise<PasswordOutcome> {
  return later;
}

export async function acceptTerms(_termsId: string): Promise<SimpleOutcome> {
  return later;
}

/** Deletes account and pictures on the server, then everything on this phone. The word to type is EXCLUIR. */
export async function deleteAccount(_confirm: string): Promise<SimpleOutcome> {
  return later;
}
