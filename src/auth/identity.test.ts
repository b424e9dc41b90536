import { beforeEach, describe, expect, it } from 'vitest';
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
  localStorage.clear();
  clearIdentity();
});

describe('the cached identity', () => {
  it('is read back unchanged, without any token in it', () => {
    writeSession({ userId: 'a', accessToken: 'geheim', refreshToken: 'geheim', expiresAt: 1 });
    setIdentity(anna);
    expect(readCached()).toEqual(anna);
    expect(localStorage.getItem(IDENTITY_KEY)).not.toContain('geheim');
    localStorage.removeItem(SESSION_KEY);
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
    localStorage.setItem(IDENTITY_KEY, text);
    expect(readCached()).toBeNull();
  });

  it('follows another tab, and tells why the person was signed out', () => {
    setIdentity(anna);
    localStorage.removeItem(IDENTITY_KEY);
    adoptCached('revoked');
    expect(identityStore.getState()).toEqual({ status: 'signed-out', identity: null, ended: 'revoked' });
    localStorage.setItem(IDENTITY_KEY, JSON.stringify({ ...anna, name: 'Ben' }));
    adoptCached();
    expect(identityStore.getState()).toMatchObject({
      status: 'signed-in',
      identity: { name: 'Ben' },
      ended: null,
    });
  });
});
