/**
 * Who is using this phone, as far as screens need to know: drawn from a cached copy at once, offline too, never waiting
 * for the session. It holds no token, opens nothing by itself, and the server decides about data.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { fieldsOf, forgetText, stored } from '@/lib/stored';
import { readSession } from './stored-session';

export type Role = 'student' | 'teacher' | 'admin';

export interface Identity {
  userId: string;
  email: string;
  /** Null while registering, when the metadata does not say. */
  role: Role | null;
  name: string;
  imageUrl: string | null;
  /** 'registering': the account exists, the profile does not yet. */
  state: 'registering' | 'active';
  /** A version of the terms that is to be accepted before going on: found out at sign-in. */
  termsDue: TermsDue | null;
}

export interface TermsDue {
  id: string;
  version: number;
}

export interface IdentityState {
  /** 'checking': somebody has a session but nobody knows yet whose: a confirmation link, a lost cache. Short. */
  status: 'signed-out' | 'checking' | 'signed-in';
  identity: Identity | null;
  /** Why somebody is no longer signed in: the server ended the session, or has removed the account. */
  ended: 'revoked' | 'removed' | null;
}

export const IDENTITY_KEY = 'danceflix_identity';

const ROLES: readonly unknown[] = ['student', 'teacher', 'admin'] satisfies Role[];

/** For whom pages are prerendered, and therefore hydrated: the very object, or React draws anew who asks for it. */
const VISITOR: IdentityState = { status: 'signed-out', identity: null, ended: null };

const cached = stored(IDENTITY_KEY, parse);

export const identityStore = createStore<IdentityState>()(() => stateOf(cached.read()));

/** The identity, at once. */
export function useIdentity(): IdentityState {
  return useSyncExternalStore(identityStore.subscribe, identityStore.getState, () => VISITOR);
}

export function presentIdentity(): Identity | null {
  return identityStore.getState().identity;
}

/** The cached copy, checked; null when there is none or storage is closed to us. */
export const readCached = (): Identity | null => cached.read();

/** Takes over what storage says: after another tab's change, or a page's return from the back button. */
export function adoptCached(ended: IdentityState['ended'] = null): void {
  const known = readCached();
  const { identity } = identityStore.getState();
  if (JSON.stringify(known) === JSON.stringify(identity)) return;
  identityStore.setState({ ...stateOf(known), ended: known ? null : ended }, true);
}

/** Caches and shows. A storage that refuses only costs the next start its head start. */
export function setIdentity(identity: Identity): void {
  cached.write(identity);
  identityStore.setState(stateOf(identity), true);
}

/** Throws when storage refuses to forget. */
export function clearIdentity(ended: IdentityState['ended'] = null): void {
  forgetText(IDENTITY_KEY);
  identityStore.setState({ status: 'signed-out', identity: null, ended }, true);
}

export function setChecking(checking: boolean): void {
  const { identity, ended } = identityStore.getState();
  if (identity) return;
  identityStore.setState({ status: checking ? 'checking' : 'signed-out', identity, ended }, true);
}

function stateOf(identity: Identity | null): IdentityState {
  if (identity) return { status: 'signed-in', identity, ended: null };
  return readSession() ? { status: 'checking', identity, ended: null } : VISITOR;
}

function parse(value: unknown): Identity | null {
  const { userId, email, role, name, imageUrl, state, termsDue } = fieldsOf(value);
  if (typeof userId !== 'string' || typeof email !== 'string' || typeof name !== 'string') return null;
  if (role !== null && !ROLES.includes(role)) return null;
  if (state !== 'registering' && state !== 'active') return null;
  return {
    userId,
    email,
    role: role as Role | null,
    name,
    imageUrl: typeof imageUrl === 'string' ? imageUrl : null,
    state,
    termsDue: parseTerms(termsDue),
  };
}

function parseTerms(value: unknown): TermsDue | null {
  const { id, version } = (value ?? {}) as Partial<Record<keyof TermsDue, unknown>>;
  return typeof id === 'string' && typeof version === 'number' ? { id, version } : null;
}
