/** Responses of GoTrue that the library lacks, with GoTrue's texts. */

export interface Refusal {
  status: number;
  code: string;
  message: string;
}

const refusal = (status: number, code: string, message: string): Refusal => ({ status, code, message });

export const REFUSED = {
  credentials: refusal(400, 'invalid_credentials', 'Invalid login credentials'),
  unconfirmed: refusal(400, 'email_not_confirmed', 'Email not confirmed'),
  banned: refusal(400, 'user_banned', 'User is banned'),
  bannedRefresh: refusal(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
  bannedToken: refusal(403, 'user_banned', 'User is banned'),
  linkGone: refusal(403, 'otp_expired', 'Email link is invalid or has expired'),
  currentMissing: refusal(
    400,
    'current_password_required',
    'Current password required when setting new password.',
  ),
  currentWrong: refusal(
    400,
    'current_password_invalid',
    'Current password required when setting new password.',
  ),
  samePassword: refusal(422, 'same_password', 'New password should be different from the old password.'),
  longPassword: refusal(400, 'validation_failed', 'Password cannot be longer than 72 characters'),
} as const;

export const FIRST_OF_TWO =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

export const refuse = ({ status, code, message }: Refusal, more: object = {}): Response =>
  Response.json({ code: status, error_code: code, msg: message, ...more }, { status });

export const weakPassword = (least: number): Response =>
  refuse(refusal(422, 'weak_password', `Password should be at least ${least} characters.`), {
    weak_password: { reasons: ['length'] },
  });

/** Redirects a link opened with GET, with the fields in the URL hash, like GoTrue. */
export const leadTo = (target: string, fields: Record<string, string>): Response =>
  new Response(null, {
    status: 303,
    headers: { location: `${target.split('#')[0]}#${new URLSearchParams(fields)}` },
  });

export const leadToFailure = (target: string, { code, message }: Refusal): Response =>
  leadTo(target, { error: 'access_denied', error_code: code, error_description: message });
