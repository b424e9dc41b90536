/**
 * The page's end of the private half: tells who is signed in, receives that person's rows, fetches tokens for the
 * engine.
 */
import { identityStore, presentIdentity } from '@/auth/identity';
import { onSession, readSession } from '@/auth/session/stored-session';
import { noRows } from '@/db/memory/private-rows';
import { type PrivateRows, privateStore, setPrivateRows } from '@/db/memory/private-store';
import { connection } from '@/lib/connection';
import { logger } from '@/lib/logger';
import type { Question } from '../messages';
import { providePrivatePuller } from '../status';
import type { PrivateUser } from './pull';

interface PrivateLink {
  /** The engine is lost: no rows can arrive. */
  lost(): void;
  /** Tells everything again to a new engine, after the former one was lost. */
  tellAgain(): void;
  stop(): void;
}

type Ask = (question: Question) => Promise<unknown>;

/** Tells the engine every change of person and token. */
export function connectPrivate(ask: Ask): PrivateLink {
  let told = '';
  const tell = () => {
    const user = presentUser();
    const key = user ? `${user.userId} ${user.accessToken}` : '';
    if (!user) setPrivateRows(null);
    if (key === told) return;
    told = key;
    void ask({ kind: 'user', user });
  };
  let stopReleasing: () => void = () => undefined;
  let stopped = false;
  // Loaded when the first person signs in, never for visitors.
  const watchReleases = () => {
    void import('@/auth/leaving/release').then(({ onRelease }) => {
      if (stopped) return;
      stopReleasing();
      stopReleasing = onRelease(async () => {
        told = '';
        setPrivateRows(null);
        await ask({ kind: 'user', user: null });
      });
    });
  };
  const stop = [
    identityStore.subscribe(({ identity }) => {
      if (identity) watchReleases();
      tell();
    }),
    onSession(tell),
  ];
  providePrivatePuller(async (patience) => {
    await ask({ kind: 'pull-private', patience });
  });
  if (presentIdentity()) watchReleases();
  tell();
  return {
    lost: () => {
      const user = presentUser();
      if (user && !privateStore.getState().rows) setPrivateRows(noRows(user.userId));
    },
    tellAgain: () => {
      told = '';
      tell();
    },
    stop: () => {
      stopped = true;
      providePrivatePuller(null);
      stopReleasing();
      for (const end of stop) end();
    },
  };
}

/** The signed-in person. The database opens for the identity, even while an expired token cannot be renewed. */
function presentUser(): PrivateUser | null {
  const identity = presentIdentity();
  if (identity?.state !== 'active') return null;
  const session = readSession();
  if (session?.userId !== identity.userId) return null;
  const { userId, accessToken, expiresAt } = session;
  return { userId, accessToken, expiresAt };
}

/** Applies own rows; drops rows of a person who is no longer signed in. */
export function applyPrivateRows(rows: PrivateRows): void {
  const identity = presentIdentity();
  if (identity?.userId !== rows.userId || readSession()?.userId !== rows.userId) return;
  setPrivateRows(rows);
  const { profile } = rows;
  if (profile) {
    void import('@/auth/session/adopt').then(({ updateIdentity }) => {
      const now = presentIdentity();
      if (now?.userId !== profile.id) return;
      const { name, email, role } = profile;
      updateIdentity({ ...now, name, email, role, imageUrl: profile.profile_image_url, state: 'active' });
    });
  } else if (rows.profileKnown) {
    // The profile was removed on the server: ask whether the account still exists.
    void import('@/auth/settle').then(({ refreshIdentity }) => refreshIdentity(rows.userId));
  }
}

export function fetchToken(userId: string, rejected: string | null): void {
  if (connection.get() === 'offline') return;
  import('@/auth/session/refresh')
    // The engine gets the new token through the listeners of the stored session.
    .then(({ accessFor }) => accessFor(userId, rejected ?? undefined))
    .catch((error: unknown) => logger.warn('No token for syncing', error));
}
