/** The results of the account functions: values, never exceptions. Their texts are in features/account/messages.ts. */
import type { Identity, Role } from './identity';

/** There was no response, or something else responded in place of the server. */
export interface NetworkFailure {
  kind: 'network';
}

export interface SignInInput {
  email: string;
  password: string;
  /** The role of the chosen tab; must equal the account's. */
  role: Role;
}

export type SignInOutcome =
  /** `identity.termsDue` has the terms to accept before going on. */
  | { kind: 'ok'; identity: Identity }
  /** Signed in, but the registration is unfinished and lacks input from the person: ask, then `resumeRegistration`. */
  | { kind: 'registering'; identity: Identity; known: KnownRegistration }
  /** `message`: the backend's own text, shown unchanged on /admin/login. */
  | { kind: 'invalid'; message: string }
  | { kind: 'unconfirmed'; message: string }
  | { kind: 'banned' }
  | { kind: 'rate-limited' }
  | { kind: 'role-mismatch'; actual: Role; chosen: Role }
  | { kind: 'profile-failed' }
  /** `code`: the auth server's, where it sent one. */
  | { kind: 'message'; message: string; code?: string | undefined }
  | NetworkFailure;

export interface RegisterInput {
  email: string;
  password: string;
  role: 'student' | 'teacher';
  name: string;
  cityId: string | null;
  /** A plus sign, country code, digits. */
  whatsapp: string | null;
  /** Names; teachers only. */
  selectedStyles: string[];
  termsAccepted: boolean;
  /** Token of an invitation to teach. */
  invitation?: string | null;
}

/** The known parts of an interrupted registration; null where only the person knows them. */
export interface KnownRegistration {
  role: 'student' | 'teacher' | null;
  name: string | null;
  cityId: string | null;
  whatsapp: string | null;
  selectedStyles: string[];
}

export type ResumeInput = Omit<RegisterInput, 'email' | 'password'>;

/** Steps that the server reported as failed; the account was removed unless stated otherwise. */
export type RegistrationFailure =
  | { kind: 'fields' }
  | { kind: 'terms' }
  | { kind: 'profile-failed' }
  | { kind: 'student-failed' }
  | { kind: 'teacher-failed' }
  | { kind: 'unknown' }
  /** Interrupted: the account may exist; signing in resumes it. */
  | NetworkFailure;

export type RegisterOutcome =
  | { kind: 'ok'; identity: Identity }
  | { kind: 'confirm-email' }
  | { kind: 'email-taken' }
  /** The server rejects the address. */
  | { kind: 'invalid-email' }
  | { kind: 'weak-password' }
  | { kind: 'rate-limited' }
  | { kind: 'refused'; message: string | null; code?: string | undefined }
  | RegistrationFailure;

export type ResumeOutcome = { kind: 'ok'; identity: Identity } | RegistrationFailure | { kind: 'signed-out' };

export type SignOutOutcome =
  | { kind: 'ok' }
  | { kind: 'failed' }
  /** The person was asked about unsent data and chose not to sign out. */
  | { kind: 'stayed' };

export type ResetRequestOutcome =
  | { kind: 'ok' }
  | { kind: 'invalid-email' }
  | { kind: 'rate-limited' }
  | { kind: 'failed' }
  | NetworkFailure;

export type PasswordOutcome =
  /** `othersOut`: the server ended the sessions of the other devices. */
  | { kind: 'ok'; othersOut: boolean }
  /** `least`: the minimum number of characters for this account's password, where the server or the role tells. */
  | { kind: 'weak-password'; least: number | null }
  | { kind: 'same-password' }
  /** The recovery session was used already, or is too old. */
  | { kind: 'invalid-link' }
  | { kind: 'wrong-password' }
  | { kind: 'banned' }
  | { kind: 'rate-limited' }
  | { kind: 'message'; message: string; code?: string | undefined }
  | { kind: 'signed-out' }
  | NetworkFailure;

export type SimpleOutcome =
  | { kind: 'ok' }
  | { kind: 'failed'; message: string | null }
  | { kind: 'signed-out' }
  | NetworkFailure;

export type DeleteOutcome =
  | SimpleOutcome
  | { kind: 'wrong-password' }
  | { kind: 'banned' }
  | { kind: 'rate-limited' };
