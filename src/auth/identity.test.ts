import { beforeEach, describe, expect, it } from 'vitest';
import { readText, writeText } from '@/lib/stored';
import {
  adoptCached,
  clearIdentity,
  IDENTITY_KEY,
  type Identity,
  identityStore,
  readCached,
  setIdentity,
} from './identity';
import { SESSION_KEY, writeSession } from './session/stored-session';

const anna: Identity = {
  userId: 'a',
  email: 'anna@danceflix.test',
  role: 'teacher',
  name: 'Anna',
  imageUrl: null,
  state: 'active',
  termsDue: { id: 't', version: 2 },
};

beforeEach(() => {
  clearIdentity();
});

describe('the cached identity', () => {
  it('is read back unchanged, without any token in it', () => {
    writeSession({ userId: 'a', accessToken: 'geheim', refreshToken: 'geheim', expiresAt: 1 });
    setIdentity(anna);
    expect(readCached()).toEqual(anna);
    expect(readText(IDENTITY_KEY)).not.toContain('geheim');
    writeText(SESSION_KEY, null);
  });

  it.each([
    '',
    'null',
    '{',
    '[]',
    '"x"',
    '{"userId":1}',
    '{"userId":"a","email":"e","name":"n","role":"root"}',
  ])('that is %j is nobody', (text) => {
    writeText(IDENTITY_KEY, text);
    expect(readCached()).toBeNull();
  });

  it('follows another tab, and tells why the person was signed out', () => {
    setIdentity(anna);
    writeText(IDENTITY_KEY, null);
    adoptCached('revoked');
    expect(identityStore.getState()).toEqual({ status: 'signed-out', identity: null, ended: 'revoked' });
    writeText(IDENTITY_KEY, JSON.stringify({ ...anna, name: 'Ben' }));
    adoptCached();
    expect(identityStore.getState()).toMatchObject({
      status: 'signed-in',
      identity: { name: 'Ben' },
      ended: null,
    });
  });
});
