import { beforeEach, expect, it } from 'vitest';
import { clearIdentity, type Identity, identityStore, setIdentity } from '../identity';
import { authStateOf } from './auth-state';
import { readSession, removeSession, writeSession } from './stored-session';

const anna: Identity = {
  userId: 'a',
  email: 'anna@danceflix.test',
  role: 'teacher',
  name: 'Anna',
  imageUrl: null,
  state: 'active',
  termsDue: null,
};
const session = { userId: 'a', accessToken: 't', refreshToken: 'r', expiresAt: 1 };
const present = () => authStateOf(identityStore.getState(), readSession());
const NOBODY = {
  isAuthenticated: false,
  role: null,
  userId: null,
  userProfile: null,
  user: null,
  session: null,
};

beforeEach(() => {
  removeSession();
  clearIdentity();
});

it('[A152] has its six fields: before sign-in, signed in, and after sign-out', () => {
  expect(present()).toEqual(NOBODY);
  writeSession(session);
  setIdentity(anna);
  expect(present()).toEqual({
    isAuthenticated: true,
    role: 'teacher',
    userId: 'a',
    userProfile: { name: 'Anna', imageUrl: null },
    user: { id: 'a', email: 'anna@danceflix.test' },
    session,
  });
  removeSession();
  clearIdentity();
  expect(present()).toEqual(NOBODY);
});

it('has no profile during registration, and never another person’s session', () => {
  writeSession({ ...session, userId: 'b' });
  setIdentity({ ...anna, state: 'registering', role: null });
  expect(present()).toMatchObject({
    isAuthenticated: true,
    role: null,
    userProfile: null,
    session: null,
  });
});
