/** What the account calls answer: values, never exceptions. Texts for them are in features/account/messages.ts. */
import type { Identity, Role } from './identity';

/** No answer came, or something else answered in the server's place. */
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
  /** `identity.termsDue` names terms to be accepted before going on. */
  | { kind: 'ok'; identity: Identity }
  /** Signed in, but the registration never ended and lacks what only the person can say: ask, `resumeRegistration`. */
  | { kind: 'registering'; identity: Identity; known: KnownRegistration }
  /** `message`: the backend's own words, shown as they are on /admin/login. */
  | { kind: 'invalid'; message: string }
  | { kind: 'unconfirmed'; message: string }
  | { kind: 'banned' }
  | { kind: 'rate-limited' }
  | { kind: 'role-mismatch'; actual: Role; chosen: Role }
  | { kind: 'profile-failed' }
  /** `code`: the auth server's own, where it named one. */
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
}

/** What is known of a registration that was cut off; null where only the person can say it. */
export interface KnownRegistration {
  role: 'student' | 'teacher' | null;
  name: string | null;
  cityId: string | null;
  whatsapp: string | null;
  selectedStyles: string[];
}

export type ResumeInput = Omit<RegisterInput, 'email' | 'password'>;

/** Steps that the server reported as failed; nothing of the account is left unless it says otherwise. */
export type RegistrationFailure =
  | { kind: 'fields' }
  | { kind: 'terms' }
  | { kind: 'profile-failed' }
  | { kind: 'student-failed' }
  | { kind: 'teacher-failed' }
  | { kind: 'unknown' }
  /** Cut off: the account may exist; signing in resumes it. */
  | NetworkFailure;

export type RegisterOutcome =
  | { kind: 'ok'; identity: Identity }
  | { kind: 'confirm-email' }
  | { kind: 'email-taken' }
  /** The server takes no such address. */
  | { kind: 'invalid-email' }
  | { kind: 'weak-password' }
  | { kind: 'rate-limited' }
  | { kind: 'refused'; message: string | null; code?: string | undefined }
  | RegistrationFailure;

export type ResumeOutcome = { kind: 'ok'; identity: Identity } | RegistrationFailure | { kind: 'signed-out' };

export type SignOutOutcome =
  | { kind: 'ok' }
  | { kind: 'failed' }
  /** The person was asked about what is unsent, and would rather stay. */
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
  /** `least`: characters that this account's password needs, where the server or the role says so. */
  | { kind: 'weak-password'; least: number | null }
  | { kind: 'same-password' }
  /** The recovery session is used up or too old. */
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
