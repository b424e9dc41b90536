/**
 * Pattern of GoTrue's checkmail in the version of its go.mod; later versions differ. Source:
 * https://github.com/badoux/checkmail/blob/d0a759655d62/checkmail.go (`emailRegexp`).
 */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const LONGEST = 255;

/**
 * GoTrue's message for an invalid address, null for a valid one; the library also accepts control characters and
 * brackets. Source: https://github.com/supabase/auth/blob/bc32168e/internal/api/mail.go (`validateEmail`).
 */
export function emailFault(email: string): string | null {
  if (Buffer.byteLength(email) > LONGEST) return 'An email address is too long';
  return EMAIL.test(email) ? null : 'Unable to validate email address: invalid format';
}
