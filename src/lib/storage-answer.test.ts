import { describe, expect, it } from 'vitest';
import { isRejectedToken, storageRefusal } from './storage-answer';

const answer = (status: number, body: unknown) => Response.json(body, { status });
const EXPIRED = { statusCode: '403', error: 'Unauthorized', message: '"exp" claim timestamp check failed' };
const POLICY = {
  statusCode: '403',
  error: 'Unauthorized',
  message: 'new row violates row-level security policy',
};

describe('an answer of Storage', () => {
  it('is no refusal when the request succeeded', async () => {
    expect(await storageRefusal(answer(200, { Key: 'a' }))).toBeNull();
    expect(await isRejectedToken(answer(200, {}))).toBe(false);
  });

  it.each([
    [400, EXPIRED, { status: 403, byPolicy: false }, true],
    [400, { statusCode: '401', message: 'Invalid Compact JWS' }, { status: 401, byPolicy: false }, true],
    [400, POLICY, { status: 403, byPolicy: true }, false],
    [403, POLICY, { status: 403, byPolicy: true }, false],
    [401, { message: 'no' }, { status: 401, byPolicy: false }, true],
    [400, { statusCode: '413', message: 'too large' }, { status: 413, byPolicy: false }, false],
    [400, { statusCode: '415', message: 'mime type' }, { status: 415, byPolicy: false }, false],
    [400, { statusCode: '409', message: 'exists' }, { status: 409, byPolicy: false }, false],
    [400, { valid: false }, { status: 400, byPolicy: false }, false],
    [500, { statusCode: '403' }, { status: 500, byPolicy: false }, false],
    [503, { code: 'unavailable' }, { status: 503, byPolicy: false }, false],
  ])('HTTP %i with %j is %j', async (status, body, refusal, isRejected) => {
    expect(await storageRefusal(answer(status, body))).toEqual(refusal);
    const response = answer(status, body);
    expect(await isRejectedToken(response)).toBe(isRejected);
    // The caller can still read the body.
    expect(await response.json()).toEqual(body);
  });

  it('without JSON is judged by its status', async () => {
    expect(await storageRefusal(new Response('<html>', { status: 400 }))).toEqual({
      status: 400,
      byPolicy: false,
    });
  });
});
