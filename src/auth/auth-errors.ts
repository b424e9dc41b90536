/** Translates the errors of supabase-js. */
export interface AuthFailure {
  message: string;
  status?: number | undefined;
  code?: string | undefined;
}

export type AuthErrorKind =
  | 'network'
  | 'rate-limited'
  | 'invalid'
  | 'unconfirmed'
  | 'email-taken'
  | 'invalid-email'
  | 'weak-password'
  | 'same-password'
  | 'current-password'
  | 'banned'
  | 'session'
  | 'other';

const BY_CODE: Record<string, AuthErrorKind> = {
  over_request_rate_limit: 'rate-limited',
  over_email_send_rate_limit: 'rate-limited',
  over_sms_send_rate_limit: 'rate-limited',
  invalid_credentials: 'invalid',
  invalid_grant: 'invalid',
  email_not_confirmed: 'unconfirmed',
  user_already_exists: 'email-taken',
  email_exists: 'email-taken',
  email_address_invalid: 'invalid-email',
  email_address_not_provided: 'invalid-email',
  weak_password: 'weak-password',
  same_password: 'same-password',
  user_banned: 'banned',
  current_password_required: 'current-password',
  current_password_invalid: 'current-password',
  session_not_found: 'session',
  session_expired: 'session',
  refresh_token_not_found: 'session',
  refresh_token_already_used: 'session',
  user_not_found: 'session',
  bad_jwt: 'session',
  no_authorization: 'session',
};

export function authErrorKind({ status, code, message }: AuthFailure): AuthErrorKind {
  const known = BY_CODE[code ?? ''];
  if (known) return known;
  if (status === 429) return 'rate-limited';
  if (!status || status >= 502) return 'network';
  // The server uses one code for several checks.
  if (code === 'validation_failed' && /e-?mail/i.test(message)) return 'invalid-email';
  // Some answers have no code.
  if (/already (been )?registered/i.test(message)) return 'email-taken';
  if (/invalid login credentials/i.test(message)) return 'invalid';
  if (/email not confirmed/i.test(message)) return 'unconfirmed';
  if (/session/i.test(message) && (status === 401 || status === 403)) return 'session';
  return 'other';
}
