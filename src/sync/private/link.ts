/** The page's end of the private half: says who is signed in, hears that person's rows, fetches tokens for the engine. */
import { identityStore, presentIdentity } from '@/auth/identity';
import { onSession, readSession } from '@/auth/stored-session';
import { noRows } from '@/db/private-rows';
import { type PrivateRows, privateStore, setPrivateRows } from '@/db/private-store';
import { connection } from '@/lib/connection';
import { logger } from '@/lib/logger';
import type { Question } from '../messages';
import { providePrivatePuller } from '../status';
import type { PrivateUser } from './pull';

interface PrivateLink {
  /** There is no engine that could bring anything. */
  lost(): void;
  /** To an engine that knows nothing yet, after the former one was lost. */
  tellAgain(): void;
  stop(): void;
}

type Ask = (question: Question) => Promise<unknown>;

/** Tells the engine of every change of person and token. */
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
  // Loaded with the first person, never for visitors.
  const watchReleases = () => {
    void import('@/auth/release').then(({ onRelease }) => {
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

/** The database opens for the identity, also while an expired token cannot be renewed. */
function presentUser(): PrivateUser | null {
  const identity = presentIdentity();
  if (identity?.state !== 'active') return null;
  const session = readSession();
  if (session?.userId !== identity.userId) return null;
  const { userId, accessToken, expiresAt } = session;
  return { userId, accessToken, expiresAt };
}

/** Rows of somebody who is not here any more are dropped, whenever they were sent. */
export function applyPrivateRows(rows: PrivateRows): void {
  const identity = presentIdentity();
  if (identity?.userId !== rows.userId || readSession()?.userId !== rows.userId) return;
  setPrivateRows(rows);
  const { profile } = rows;
  if (profile) {
    void import('@/auth/adopt').then(({ updateIdentity }) => {
      const now = presentIdentity();
      if (now?.userId !== profile.id) return;
      const { name, email, role } = profile;
      updateIdentity({ ...now, name, email, role, imageUrl: profile.profile_image_url, state: 'active' });
    });
  } else if (rows.profileKnown) {
    // The profile was removed on the server: whether the account is gone with it, the server says.
    void import('@/auth/settle').then(({ refreshIdentity }) => refreshIdentity(rows.userId));
  }
}

export function fetchToken(userId: string, rejected: string | null): void {
  if (connection.get() === 'offline') return;
  import('@/auth/refresh')
    // The new token reaches the engine through the stored session's listeners.
    .then(({ accessFor }) => accessFor(userId, rejected ?? undefined))
    .catch((error: unknown) => logger.warn('No token for syncing', error));
}
