import { expect, it } from 'vitest';
import { authErrorKind } from './auth-errors';

it.each([
  ['validation_failed', 'Unable to validate email address: invalid format', 'invalid-email'],
  ['email_address_invalid', 'Email address is invalid', 'invalid-email'],
  ['validation_failed', 'Signup requires a valid password', 'other'],
])('%s, "%s" is %s, so that it can be said at its field', (code, message, kind) => {
  expect(authErrorKind({ status: 400, code, message })).toBe(kind);
});
