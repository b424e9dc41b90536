/**
 * FCM's errors in the format of its HTTP v1 API: google.rpc.Status as JSON, with FCM's own code in
 * the details.
 */
const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';

export const googleError = (code: number, status: string, message: string, details: object[] = []) => ({
  error: { code, message, status, ...(details.length > 0 ? { details } : {}) },
});

/** Status 400 with the invalid fields. */
export const invalidArgument = (message: string, fields: string[]) =>
  googleError(400, 'INVALID_ARGUMENT', message, [
    {
      '@type': BAD_REQUEST,
      fieldViolations: fields.map((field) => ({ field, description: message })),
    },
  ]);

const fcmError = (status: number, word: string, message: string, errorCode: string, more: object[] = []) => ({
  status,
  body: googleError(status, word, message, [{ '@type': FCM_ERROR, errorCode }, ...more]),
});

const NO_TOKEN = 'The registration token is not a valid FCM registration token';

export const FCM_ERRORS = {
  UNREGISTERED: fcmError(404, 'NOT_FOUND', 'Requested entity was not found.', 'UNREGISTERED'),
  /** The older form, without FCM's own code. */
  NOT_FOUND: { status: 404, body: googleError(404, 'NOT_FOUND', 'Requested entity was not found.') },
  SENDER_ID_MISMATCH: fcmError(403, 'PERMISSION_DENIED', 'SenderId mismatch', 'SENDER_ID_MISMATCH'),
  INVALID_TOKEN: fcmError(400, 'INVALID_ARGUMENT', NO_TOKEN, 'INVALID_ARGUMENT'),
  INVALID_TOKEN_FIELD: fcmError(400, 'INVALID_ARGUMENT', NO_TOKEN, 'INVALID_ARGUMENT', [
    {
      '@type': BAD_REQUEST,
      fieldViolations: [{ field: 'message.token', description: 'Invalid registration token' }],
    },
  ]),
  INVALID_MESSAGE: fcmError(400, 'INVALID_ARGUMENT', 'Web push message is too big', 'INVALID_ARGUMENT', [
    {
      '@type': BAD_REQUEST,
      fieldViolations: [{ field: 'message', description: 'Web push message is too big' }],
    },
  ]),
  QUOTA_EXCEEDED: fcmError(
    429,
    'RESOURCE_EXHAUSTED',
    "Quota exceeded for quota metric 'Send requests' and limit 'Send requests per minute'.",
    'QUOTA_EXCEEDED',
    [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [{ subject: 'project', description: 'Send requests per minute' }],
      },
    ],
  ),
  UNAVAILABLE: fcmError(503, 'UNAVAILABLE', 'The service is currently unavailable.', 'UNAVAILABLE'),
  INTERNAL: fcmError(500, 'INTERNAL', 'Internal error encountered.', 'INTERNAL'),
  THIRD_PARTY_AUTH_ERROR: fcmError(
    401,
    'UNAUTHENTICATED',
    'Auth error from APNS or Web Push Service',
    'THIRD_PARTY_AUTH_ERROR',
  ),
  /** The API is disabled in the project, or the account may not send. */
  PERMISSION_DENIED: {
    status: 403,
    body: googleError(
      403,
      'PERMISSION_DENIED',
      "Permission 'cloudmessaging.messages.create' denied on resource '//cloudresourcemanager.googleapis.com/projects/danceflix-de-teste' (or it may not exist).",
    ),
  },
} as const;
export type FcmErrorName = keyof typeof FCM_ERRORS;
