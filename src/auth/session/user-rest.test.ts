import { beforeEach, expect, it, vi } from 'vitest';

const { accessFor, guardedFetch } = vi.hoisted(() => ({ accessFor: vi.fn(), guardedFetch: vi.fn() }));
vi.mock('./refresh', () => ({ accessFor }));
vi.mock('./guarded-fetch', () => ({ guardedFetch }));

import { authorizedFetch } from './user-rest';

const PERSON = '6a0f4f0c-0000-4000-8000-000000000001';
const FILE = '/storage/v1/object/profile-images/a.webp';

/** A Storage that accepts only the second token, and refuses the first with this response. */
function refusing(status: number, body: unknown): void {
  guardedFetch.mockImplementation(async (_: string, init: { headers: { authorization: string } }) =>
    init.headers.authorization === 'Bearer second' ? Response.json({}) : Response.json(body, { status }),
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  accessFor.mockImplementation(async (_: string, rejected?: string) => ({
    kind: 'ok',
    session: { accessToken: rejected === undefined ? 'first' : 'second' },
  }));
});

it.each([
  ['as the embedded server’s Auth and REST', 401, { message: 'JWT expired' }],
  ['as Storage', 400, { statusCode: '403', message: '"exp" claim timestamp check failed' }],
  ['as Storage', 400, { statusCode: '401', message: 'Invalid Compact JWS' }],
])('sends once more with a new token when the token is refused %s', async (_, status, body) => {
  refusing(status, body);
  expect((await authorizedFetch(PERSON, FILE, { method: 'POST' })).status).toBe(200);
  expect(guardedFetch).toHaveBeenCalledTimes(2);
  expect(accessFor).toHaveBeenLastCalledWith(PERSON, 'first');
});

it.each([
  ['a full folder', FILE, 400, { statusCode: '403', message: 'new row violates row-level security policy' }],
  ['a large file', FILE, 400, { statusCode: '413', message: 'too large' }],
  ['what is none of Storage’s', '/rest/v1/x', 400, { statusCode: '403', message: 'no' }],
])('does not for %s', async (_, path, status, body) => {
  refusing(status, body);
  const answer = await authorizedFetch(PERSON, path, { method: 'POST' });
  expect([answer.status, await answer.json()]).toEqual([status, body]);
  expect(guardedFetch).toHaveBeenCalledTimes(1);
});
