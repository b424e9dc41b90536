/** What screens read of the own account: from the device, offline too. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useIdentity } from '@/auth/identity';
import { type PrivateRows, privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import { needSync } from '@/sync/need';
import { isUnread, toNotification, toProfile } from './rows';
import type { OwnNotification, OwnProfile } from './schema';

export type OwnProfileQuery =
  | { status: 'signed-out' | 'loading' | 'failed'; profile: null }
  | { status: 'ready'; profile: OwnProfile };

/**
 * The own profile from the private replica, refreshed in the background when it is older than five minutes. 'failed':
 * it never came to this phone and cannot now.
 */
export function useOwnProfile(): OwnProfileQuery {
  const { userId, rows } = useOwnRows();
  const profile = useMemo(
    () => (rows?.profile ? toProfile(rows.profile, rows.profileVersion) : null),
    [rows?.profile, rows?.profileVersion],
  );
  if (userId === null) return { status: 'signed-out', profile: null };
  if (profile) return { status: 'ready', profile };
  return { status: rows?.failed || rows?.profileKnown ? 'failed' : 'loading', profile: null };
}

export interface OwnNotificationsQuery {
  status: 'signed-out' | 'loading' | 'ready' | 'failed';
  /** Newest first. */
  items: OwnNotification[];
}

export function useOwnNotifications(): OwnNotificationsQuery {
  const { userId, rows } = useOwnRows();
  const items = useMemo(
    () =>
      [...(rows?.notifications ?? [])]
        .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
        .map(toNotification),
    [rows?.notifications],
  );
  if (userId === null) return { status: 'signed-out', items: [] };
  if (rows?.notificationsKnown || items.length > 0) return { status: 'ready', items };
  return { status: rows?.failed ? 'failed' : 'loading', items };
}

/** For the bell; 0 while nothing is known. */
export function useUnreadCount(): number {
  const { rows } = useOwnRows();
  return rows?.notifications.filter(isUnread).length ?? 0;
}

function useOwnRows(): { userId: string | null; rows: PrivateRows | null } {
  const { identity } = useIdentity();
  const userId = identity?.state === 'active' ? identity.userId : null;
  const stored = useStore(privateStore, (state) => state.rows);
  const rows = privateRowsOf(userId, stored);
  const waits = userId !== null && rows === null;
  useEffect(() => {
    if (waits) needSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
  }, [waits]);
  return { userId, rows };
}
