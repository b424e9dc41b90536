/**
 * The signed-in person, as far as screens need to know: from a cached copy at once, offline too, without waiting for
 * the session. It holds no token and gives no access by itself; the server decides about data.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { fieldsOf, forgetText, stored } from '@/lib/stored';
import { readSession } from './session/stored-session';

export type Role = 'student' | 'teacher' | 'admin';

export interface Identity {
  userId: string;
  email: string;
  /** Null while registering, when the metadata does not tell. */
  role: Role | null;
  name: string;
  imageUrl: string | null;
  /** 'registering': the account exists, the profile does not yet. */
  state: 'registering' | 'active';
  /** A version of the terms that has to be accepted before going on; determined at sign-in. */
  termsDue: TermsDue | null;
}

export interface TermsDue {
  id: string;
  version: number;
}

export interface IdentityState {
  /**
   * 'checking', for a short time: there is a session whose person is not known yet, after a confirmation link or a lost
   * cache.
   */
  status: 'signed-out' | 'checking' | 'signed-in';
  identity: Identity | null;
  /** Why a person is no longer signed in: the server ended the session, or has removed the account. */
  ended: 'revoked' | 'removed' | null;
}

export const IDENTITY_KEY = 'danceflix_identity';

const ROLES: readonly unknown[] = ['student', 'teacher', 'admin'] satisfies Role[];

/**
 * The state for which pages are prerendered and hydrated. It has to be this same object, or React renders its users
 * again.
 */
const VISITOR: IdentityState = { status: 'signed-out', identity: null, ended: null };

const cached = stored(IDENTITY_KEY, parse);

export const identityStore = createStore<IdentityState>()(() => stateOf(cached.read()));

/** The identity, without waiting. */
export function useIdentity(): IdentityState {
  return useSyncExternalStore(identityStore.subscribe, identityStore.getState, () => VISITOR);
}

export function presentIdentity(): Identity | null {
  return identityStore.getState().identity;
}

/** The cached copy, checked; null when there is none or the browser blocks storage. */
export const readCached = (): Identity | null => cached.read();

/** Takes over the stored identity: after another tab's change, or when a page returns from the back-forward cache. */
export function adoptCached(ended: IdentityState['ended'] = null): void {
  const known = readCached();
  const { identity } = identityStore.getState();
  if (JSON.stringify(known) === JSON.stringify(identity)) return;
  identityStore.setState({ ...stateOf(known), ended: known ? null : ended }, true);
}

/** Caches and publishes. If storage refuses, only the next start is slower. */
export function setIdentity(identity: Identity): void {
  cached.write(identity);
  identityStore.setState(stateOf(identity), true);
}

/** Throws when storage refuses. */
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
